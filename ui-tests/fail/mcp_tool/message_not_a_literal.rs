//! A message that is made elsewhere.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) {
    #[elicit(message = format!("Are you {name}?"))]
    let sure: Confirmed;
    drop(sure);
}

fn main() {
    let _: Tool = greet();
}
