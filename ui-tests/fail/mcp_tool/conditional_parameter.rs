//! A parameter that may not be there.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(#[cfg(unix)] name: String) -> String {
    name
}

fn main() {
    let _: Tool = greet();
}
