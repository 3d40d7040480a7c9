//! Some ways lead to an ask: not those that leave before.

use mcp_runtime::prelude::*;

async fn price(n: u32) -> Option<u32> {
    Some(n)
}

#[mcp_tool]
async fn order(what: Option<u32>) {
    if let Some(price) = price(1).await {
        match price {
            0 => {
                self::price(2).await;
            }
            _ => {
                self::price(3).await;
                return;
            }
        }
    }
    let Some(_) = what else {
        price(4).await;
        return;
    };
    'found: {
        if what == Some(3) {
            price(5).await;
            break 'found;
        }
        price(6).await;
        return;
    }
    let n = price(7).await.unwrap_or_else(|| 8) + price(9).await.map_or(0, |n| n);
    #[elicit(message = "Pay {n}?")]
    let pay: Option<Confirmed>;
    drop(pay);
}

fn main() {
    let _: Tool = order();
}
