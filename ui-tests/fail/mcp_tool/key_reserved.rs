//! A key of ours.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(key = "_mcp.sure", message = "Sure?")]
    let _: Confirmed;
}

fn main() {
    let _: Tool = greet();
}
