//! A function that is given the call may ask.

use mcp_runtime::prelude::*;

async fn price() -> u32 {
    7
}

async fn sure(cx: &Context, price: u32) -> bool {
    cx.elicit::<Confirmed>(format!("Pay {price}?")).await.accepted().is_some()
}

#[mcp_tool]
async fn order(cx: &Context) -> String {
    let price = price().await;
    cx.log(Level::Info, "asking");
    let sure = sure(&cx.scope("first"), price).await;
    format!("{sure}")
}

fn main() {
    let _: Tool = order();
}
