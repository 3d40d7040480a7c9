//! A page without a reason to open it.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(url = "https://example.com")]
    let page: ();
    page
}

fn main() {
    let _: Tool = greet();
}
