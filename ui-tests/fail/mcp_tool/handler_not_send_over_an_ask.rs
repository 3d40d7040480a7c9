//! A handler that holds what cannot move to another thread while it asks.

use mcp_runtime::prelude::*;

use std::rc::Rc;

#[mcp_tool]
async fn greet(name: String) -> String {
    let name = Rc::new(name);
    #[elicit(message = "Greet {name}?")]
    let _sure: Confirmed;
    name.to_string()
}

fn main() {
    let _: Tool = greet();
}
