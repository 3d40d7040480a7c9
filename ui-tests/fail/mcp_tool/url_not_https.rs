//! A page that others can read along.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn pay() {
    #[elicit(url = "http://pay.example.com", message = "Pay")]
    let paid: ();
    #[elicit(url = "pay.example.com", message = "Pay again")]
    let again: ();
    drop((paid, again));
}

fn main() {
    let _: Tool = pay();
}
