//! A parameter of no one type.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: impl ToString, other: &impl ToString) -> String {
    name.to_string() + &other.to_string()
}

fn main() {
    let _: Tool = greet();
}
