//! Steps on `let`s and on expressions, with and without `.await`, `?` and `whole`.

use mcp_runtime::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Debug)]
struct Quote(u32);

#[derive(Serialize, Deserialize, Debug)]
struct Refused;

struct Shop;

impl Shop {
    async fn quote(&self, what: &str) -> Result<Quote, std::fmt::Error> {
        Ok(Quote(what.len() as u32))
    }

    async fn stock(&self) -> Vec<String> {
        Vec::new()
    }

    async fn reserve(&self, _: &Quote) -> Result<(), Refused> {
        Err(Refused)
    }

    fn number(&self) -> u64 {
        7
    }
}

#[mcp_tool]
async fn order(what: String, shop: &Shop) -> Result<String, std::fmt::Error> {
    #[step]
    let quote: Quote = shop.quote(&what).await?;
    #[step(key = "again")]
    let Quote(price) = shop.quote(&what).await?;
    #[step]
    let stock = shop.stock().await;
    #[step]
    let number = shop.number();
    #[step]
    let seven: u8 = "7".parse().map_err(|_| std::fmt::Error)?;
    #[step]
    let text = format!("{what}: {number}");
    #[step(whole)]
    let reserved = shop.reserve(&quote).await;
    #[step(whole, key = "reserved-too")]
    let reserved_too: Result<(), Refused> = shop.reserve(&quote).await;
    #[step(key = "touch")]
    shop.quote(&what).await?;
    #[step(key = "count")]
    shop.number();
    #[step(secret, key = "pin-{number}")]
    let (pin, _) = (shop.number(), ());
    #[step]
    let cow: std::borrow::Cow<'static, str> = what.clone().into();
    #[step(secret)]
    let empty: Vec<String> = vec![];

    #[elicit(message = "Pay {price}?")]
    let sure: Option<Confirmed>;
    let _ = (cow, stock, seven, text, reserved, reserved_too, pin, empty, sure);
    Ok(format!("{quote:?}"))
}

#[mcp_tool]
async fn failing(what: String, shop: &Shop) -> Result<String, String> {
    #[step(whole)]
    let _done: () = shop.reserve(&Quote(1)).await.map_err(|Refused| what.clone())?;
    #[step(whole, key = "unit")]
    shop.reserve(&Quote(1)).await.map_err(|Refused| what.clone())?;
    #[step(whole)]
    let untyped = shop.quote(&what).await.map_err(|error| error.to_string())?;
    Ok(untyped.0.to_string())
}

fn main() {
    let _: [Tool; 2] = [order(), failing()];
}
