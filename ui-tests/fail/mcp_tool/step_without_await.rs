//! A future that nobody waited for is no value.

use mcp_runtime::prelude::*;

async fn price() -> u8 {
    7
}

#[mcp_tool]
async fn order() -> String {
    #[step]
    let price = price();
    price.await.to_string()
}

fn main() {
    let _: Tool = order();
}
