//! An argument with a reference in it.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: Option<&str>) -> String {
    name.unwrap_or_default().to_owned()
}

fn main() {
    let _: Tool = greet();
}
