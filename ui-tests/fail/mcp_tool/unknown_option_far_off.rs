//! An option that looks like none of ours.

use mcp_runtime::prelude::*;

#[mcp_tool(colour = "red")]
async fn greet() {}

fn main() {
    let _: Tool = greet();
}
