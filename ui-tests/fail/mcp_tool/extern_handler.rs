//! A function with an ABI.

use mcp_runtime::prelude::*;

#[mcp_tool]
async extern "C" fn greet() {}

fn main() {
    let _: Tool = greet();
}
