//! Values of the wrong type.

use mcp_runtime::prelude::*;

#[mcp_tool(title = 3, destructive = "yes", version = "2", icons = "https://example.com/a.png")]
async fn greet() {}

fn main() {
    let _: Tool = greet();
}
