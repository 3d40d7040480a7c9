//! A handler with effects: it quotes, asks, charges and asks again, and nothing is done twice.
//!
//! Each round runs it from the top. What is done in a `#[step]` is done once and its value carried; what is done on
//! purpose every time is a `#[repeat]`; and the payment service is given a key by which it knows a charge that it made
//! before, as a round whose reply was lost is sent again.
//!
//! ```text
//! order --diagram        prints the handler as a Mermaid diagram
//! order --single-use     accepts each state once: a round that is sent twice is refused
//! ```
//!
//! Charges are kept in the folder that `ORDER_LEDGER` names, or in a new one.

mod shop;

use mcp_runtime::prelude::*;
use shop::{Receipt, Shop, ShopError};

#[derive(Elicit)]
struct Amount {
    #[elicit(title = "How many", minimum = 0, maximum = 99, default = 1)]
    count: u8,
}

#[derive(Elicit)]
struct Email {
    #[elicit(format = "email")]
    address: String,
}

/// Orders things from the shop, and pays for them.
#[mcp_tool(destructive, open_world)]
async fn order(
    /// What to order: `tea`, `cups` or `pot`
    items: Vec<String>,
    shop: &Shop,
    cx: &Context,
) -> Result<String, ShopError> {
    let mut total = 0;
    for (place, item) in items.iter().enumerate() {
        // The price that the user sees is the price that they pay, whatever the shop asks a minute later.
        #[step(key = "quote-{place}")]
        let price: u64 = shop.quote(item).await?;

        #[elicit(key = "count-{place}", message = "How many of {item}, at {price} cents each?")]
        let amount: Amount;
        total += price * u64::from(amount.count);
    }
    if total == 0 {
        return Ok("Nothing was ordered".to_owned());
    }

    // Goods are held for a few minutes: every round holds them for a few more.
    #[repeat]
    shop.hold(&items).await;

    #[elicit(key = "pay", message = "Pay {total} cents?")]
    let _: Confirmed;

    #[step]
    let receipt: Receipt = shop.charge(total, &cx.idempotency_key("charge")).await?;

    #[elicit(key = "email", message = "Paid. Where should receipt {receipt} go?")]
    let email: Option<Email>;

    // Nothing is asked below, so this happens in the last round alone.
    match email {
        Some(email) => {
            shop.send(&receipt, &email.address).await?;
            Ok(format!("Paid {total} cents; receipt {receipt} goes to {}", email.address))
        }
        None => Ok(format!("Paid {total} cents; the receipt is {receipt}")),
    }
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let (flags, rest): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|one| one == "--diagram" || one == "--single-use");
    let has = |name: &str| flags.iter().any(|flag| flag == name);

    let shop = Shop::open(std::env::var_os("ORDER_LEDGER"))?;
    let server = Server::new("shop", env!("CARGO_PKG_VERSION"))
        .state(shop)
        .tool(order().single_use(has("--single-use")));
    if has("--diagram") {
        mcp_examples::show(&server.build()?.describe().mermaid())?;
        return Ok(());
    }
    mcp_examples::serve_with(server, rest).await
}
