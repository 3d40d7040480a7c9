//! Hints that contradict each other.

use mcp_runtime::prelude::*;

#[mcp_tool(read_only, destructive)]
async fn greet() {}

fn main() {
    let _: Tool = greet();
}
