//! Something is done before an ask, and so again in every round.

use mcp_runtime::prelude::*;

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order() -> String {
    let price = price().await;
    #[elicit(key = "pay", message = "Pay {price}?")]
    let sure: Option<Confirmed>;
    format!("{}", sure.is_some())
}

fn main() {
    let _: Tool = order();
}
