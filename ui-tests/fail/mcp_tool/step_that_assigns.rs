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
    sum.to_string()
}

fn main() {
    let _: Tool = order();
}
