//! What is waited for in the input of a macro, and macros that wait by themselves.

use mcp_runtime::prelude::*;

macro_rules! join {
    ($one:expr, $other:expr $(,)?) => {
        ($one.await, $other.await)
    };
}

macro_rules! odd {
    ($($tokens:tt)*) => {};
}

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order() {
    println!("{}", price().await);
    odd!(price => price().await);
    let both = join!(price(), price());
    #[elicit(message = "Pay {both:?}?")]
    let pay: Option<Confirmed>;
    drop(pay);
}

fn main() {
    let _: Tool = order();
}
