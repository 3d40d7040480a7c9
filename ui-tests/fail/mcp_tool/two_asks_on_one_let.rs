//! One answer to two asks.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(message = "Where?")]
    #[roots]
    let place: Vec<Root>;
    drop(place);
}

fn main() {
    let _: Tool = greet();
}
