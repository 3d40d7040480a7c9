//! A function that is not safe to call.

use mcp_runtime::prelude::*;

#[mcp_tool]
async unsafe fn greet() {}

fn main() {
    let _: Tool = greet();
}
