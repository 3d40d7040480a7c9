//! Text that is borrowed.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: &str) -> String {
    name.to_owned()
}

fn main() {
    let _: Tool = greet();
}
