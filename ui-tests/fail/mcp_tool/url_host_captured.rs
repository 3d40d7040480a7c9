//! A host that a model could choose.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn pay(shop: String) {
    #[elicit(url = "https://{shop}/pay", message = "Pay")]
    let paid: ();
    #[elicit(url = "https://pay.example.com{shop}", message = "Pay again")]
    let again: ();
    #[elicit(url = "{shop}", message = "And again")]
    let anywhere: ();
    drop((paid, again, anywhere));
}

fn main() {
    let _: Tool = pay();
}
