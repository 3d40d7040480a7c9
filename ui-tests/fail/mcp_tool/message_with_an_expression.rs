//! A capture of more than a variable.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) {
    #[elicit(message = "Have you {name.len()} letters? }")]
    let sure: Confirmed;
    drop((sure, name));
}

fn main() {
    let _: Tool = greet();
}
