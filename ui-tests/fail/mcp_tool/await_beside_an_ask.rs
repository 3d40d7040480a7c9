//! What is waited for beside an ask is dropped with the round.

use mcp_runtime::prelude::*;

macro_rules! join {
    ($one:expr, $other:expr $(,)?) => {
        ($one.await, $other.await)
    };
}

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order(cx: &Context) -> String {
    let (price, sure) = join!(price(), cx.elicit::<Confirmed>("Sure?").key("sure"));
    format!("{price} {}", sure.accepted().is_some())
}

fn main() {
    let _: Tool = order();
}
