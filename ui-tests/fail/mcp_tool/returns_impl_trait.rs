//! An output without a name.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() -> impl std::fmt::Display {
    "hello"
}

fn main() {
    let _: Tool = greet();
}
