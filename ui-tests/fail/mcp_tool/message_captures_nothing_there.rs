//! A capture of a variable that there is not.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) {
    #[elicit(message = "Are you {nmae}?")]
    let sure: Confirmed;
    drop((sure, name));
}

fn main() {
    let _: Tool = greet();
}
