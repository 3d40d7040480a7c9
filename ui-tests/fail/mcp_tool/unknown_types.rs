//! Types that there are not.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: Nme, names: &Names) -> Greeting {
    #[elicit(message = "Sure?")]
    let sure: Sure;
    drop(sure);
    name
}

fn main() {
    let _: Tool = greet();
}
