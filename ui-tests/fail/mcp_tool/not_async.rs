//! A function that is not `async`.

use mcp_runtime::prelude::*;

#[mcp_tool]
fn greet(name: String) -> String {
    name
}

fn main() {
    let _: Tool = greet();
}
