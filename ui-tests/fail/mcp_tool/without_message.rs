//! A user who is not told what for.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(key = "sure")]
    let _: Confirmed;
}

fn main() {
    let _: Tool = greet();
}
