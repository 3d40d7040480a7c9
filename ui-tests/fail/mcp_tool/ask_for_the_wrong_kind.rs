//! Answers that this kind of ask does not give.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    #[elicit(url = "https://example.com", message = "Look")]
    let page: Confirmed;
    #[sample(prompt = "Hello")]
    let text: String;
    #[roots]
    let root: Root;
    drop((page, text, root));
}

fn main() {
    let _: Tool = greet();
}
