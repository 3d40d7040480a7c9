//! The ask of the next time round follows, also out of an inner loop.

use mcp_runtime::prelude::*;

async fn price(n: u32) -> u32 {
    n
}

#[mcp_tool]
async fn order() {
    for n in 0..3 {
        if n > 0 {
            #[elicit(key = "again-{n}", message = "Again?")]
            let again: Option<Confirmed>;
            if again.is_none() {
                return;
            }
        }
        while price(n).await > 7 {
            price(n + 1).await;
        }
    }
}

fn main() {
    let _: Tool = order();
}
