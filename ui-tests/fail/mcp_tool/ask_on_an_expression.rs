//! An ask on something that binds nothing.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) -> String {
    #[elicit(message = "Sure?")]
    drop(0);
    #[roots]
    if name.is_empty() {
        return String::new();
    }
    name
}

fn main() {
    let _: Tool = greet();
}
