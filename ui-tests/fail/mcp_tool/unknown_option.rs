//! An option that does not exist, but nearly.

use mcp_runtime::prelude::*;

#[mcp_tool(destructve)]
async fn greet(name: String) -> String {
    name
}

fn main() {
    let _: Tool = greet();
}
