//! An option given twice.

use mcp_runtime::prelude::*;

#[mcp_tool(title = "Greet", title = "Hello")]
async fn greet() {}

fn main() {
    let _: Tool = greet();
}
