//! An answer without a type.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() -> String {
    #[elicit(message = "What is your name?")]
    let who;
    format!("{}", who.name)
}

fn main() {
    let _: Tool = greet();
}
