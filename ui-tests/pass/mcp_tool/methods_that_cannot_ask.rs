//! The call is of use for other things than asking.

use mcp_runtime::prelude::*;

struct Shop;

impl Shop {
    async fn price(&self, _: impl std::fmt::Debug) -> u8 {
        7
    }
}

#[mcp_tool]
async fn order(cx: &Context) -> String {
    #[step]
    let price = cx.state::<Shop>().unwrap_or(&Shop).price(cx.revision()).await;
    #[step]
    let told = {
        cx.progress(1.0, 2.0, "one");
        cx.log(Level::Info, "one");
        cx.supports(Capability::Roots)
    };
    #[elicit(message = "Pay {price}?")]
    let pay: Confirmed;
    drop(pay);
    // No ask, so nothing above it would need a mark.
    let again = cx.state::<Shop>().unwrap_or(&Shop).price(cx.revision()).await;
    let client = Shop.price(cx.client().map_or(cx.revision(), |_| cx.revision())).await;
    format!("{told} {again} {client}")
}

fn main() {
    let _: Tool = order();
}
