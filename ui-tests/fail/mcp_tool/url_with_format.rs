//! A format in a url.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn pay(sum: f64) {
    #[elicit(url = "https://pay.example.com/?sum={sum:.2}", message = "Pay {sum:.2}")]
    let paid: ();
    paid
}

fn main() {
    let _: Tool = pay();
}
