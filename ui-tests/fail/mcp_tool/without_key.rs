//! An answer that nothing names.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(message = "Sure?")]
    let _: Confirmed;
}

fn main() {
    let _: Tool = greet();
}
