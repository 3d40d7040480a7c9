//! An ask in an `async` block.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    let later = async {
        #[elicit(message = "Greet?")]
        let sure: Confirmed;
        drop(sure);
    };
    later.await;
}

fn main() {
    let _: Tool = greet();
}
