//! Assignments, which the next round would miss.

use mcp_runtime::prelude::*;

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order() -> String {
    let mut sum = 0;
    #[step(key = "set")]
    sum = price().await;
    #[step(key = "add")]
    sum += price().await;
    #[step]
    let twice: u32 = {
        let mut own = price().await;
        own += 1;
        sum += own;
        own
    };
    (sum + twice).to_string()
}

fn main() {
    let _: Tool = order();
}
