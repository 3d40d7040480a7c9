//! Two steps of one key; an ask may have it too.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() -> String {
    #[step]
    let price = 1;
    #[elicit(key = "price", message = "Sure?")]
    let _: Confirmed;
    #[step(key = "price")]
    let other = 2;
    #[step(key = "")]
    let third = 3;
    #[step(key = "_mcp.fourth")]
    let fourth = 4;
    #[step(key = "fifth-{}")]
    let fifth = 5;
    format!("{}", price + other + third + fourth + fifth)
}

fn main() {
    let _: Tool = order();
}
