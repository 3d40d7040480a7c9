//! A list that is borrowed.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(names: &[String]) -> String {
    names.join(", ")
}

fn main() {
    let _: Tool = greet();
}
