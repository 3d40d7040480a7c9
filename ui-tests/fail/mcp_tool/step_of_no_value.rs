//! Values that cannot be carried from round to round.

use std::time::Instant;

use mcp_runtime::prelude::*;

struct Quote;

struct Failed;

async fn quote() -> Result<Quote, std::fmt::Error> {
    Ok(Quote)
}

async fn opaque() -> Result<u32, Failed> {
    Ok(7)
}

#[mcp_tool]
async fn order() -> Result<String, std::fmt::Error> {
    #[step]
    let typed: Quote = quote().await?;
    #[step]
    let inferred = quote().await?;
    #[step]
    let plain: Instant = Instant::now();
    #[step]
    let plainly = Instant::now();
    #[step(whole)]
    let whole = opaque().await;
    #[step(whole)]
    let typed_whole: Result<u32, Failed> = opaque().await;
    drop((typed, inferred, plain, plainly, whole, typed_whole));
    Ok(String::new())
}

fn main() {
    let _: Tool = order();
}
