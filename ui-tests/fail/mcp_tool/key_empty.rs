//! A key that names nothing.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(key = "", message = "Sure?")]
    let _: Confirmed;
}

fn main() {
    let _: Tool = greet();
}
