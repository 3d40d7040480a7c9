//! Options that say nothing, and an attribute of the wrong shape.

use mcp_runtime::prelude::*;

#[mcp_tool(name, title =, "group")]
async fn greet(#[arg = "name"] name: String) -> String {
    #[elicit(message "Sure?")]
    let _sure: Confirmed;
    name
}

fn main() {
    let _: Tool = greet();
}
