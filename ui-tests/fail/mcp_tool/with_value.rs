//! An answer that has a value already.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() -> String {
    #[elicit(message = "What is your name?")]
    let who: Option<String> = None;
    who.unwrap_or_default()
}

fn main() {
    let _: Tool = greet();
}
