//! Captures without a name.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) {
    #[elicit(message = "Are you {}?", key = "you-{0}")]
    let sure: Confirmed;
    drop((sure, name));
}

fn main() {
    let _: Tool = greet();
}
