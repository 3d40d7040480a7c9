//! The check can be turned off, and no more.

use mcp_runtime::prelude::*;

#[mcp_tool(replay = "off")]
async fn order() {}

fn main() {
    let _: Tool = order();
}
