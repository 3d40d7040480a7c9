//! A capture of a variable that there is not, in a url.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: String) {
    #[elicit(url = "https://example.com/{nmae}", message = "Look")]
    let page: ();
    drop((page, name));
}

fn main() {
    let _: Tool = greet();
}
