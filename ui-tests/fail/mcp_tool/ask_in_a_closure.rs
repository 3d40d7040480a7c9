//! An ask in a closure.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(names: Vec<String>) {
    names.iter().for_each(|name| {
        #[elicit(message = "Greet {name}?")]
        let sure: Confirmed;
        drop((sure, name));
    });
}

fn main() {
    let _: Tool = greet();
}
