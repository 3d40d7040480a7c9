//! An ask in another function.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    async fn sure() {
        #[elicit(message = "Greet?")]
        let sure: Confirmed;
        drop(sure);
    }
    sure().await;
}

fn main() {
    let _: Tool = greet();
}
