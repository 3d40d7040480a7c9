//! A `?` needs a handler that can fail.

use mcp_runtime::prelude::*;

async fn price() -> Result<u32, String> {
    Ok(7)
}

#[mcp_tool]
async fn order() -> String {
    #[step]
    let price = price().await?;
    price.to_string()
}

fn main() {
    let _: Tool = order();
}
