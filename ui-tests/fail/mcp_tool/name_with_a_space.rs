//! A name that the protocol does not allow.

use mcp_runtime::prelude::*;

#[mcp_tool(name = "say hello")]
async fn greet() {}

fn main() {
    let _: Tool = greet();
}
