//! The check can be turned off for one handler.

use mcp_runtime::prelude::*;

async fn load() -> u8 {
    7
}

#[mcp_tool(replay = "unchecked")]
async fn order() -> String {
    let price = load().await;
    #[elicit(message = "Pay {price}?")]
    let pay: Confirmed;
    drop(pay);
    #[step]
    let again = load().await;
    again.to_string()
}

fn main() {
    let _: Tool = order();
}
