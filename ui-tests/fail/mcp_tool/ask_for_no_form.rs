//! An answer that no form gives.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(#[elicit(message = "Your name?")] name: String) -> String {
    #[elicit(message = "Your address?")]
    let address: Option<Vec<u8>>;
    format!("{name} {address:?}")
}

fn main() {
    let _: Tool = greet();
}
