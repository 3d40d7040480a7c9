//! State that is asked for.

use mcp_runtime::prelude::*;

struct Names;

#[mcp_tool]
async fn greet(#[elicit(message = "Which names?")] names: &Names) {
    let _ = names;
}

fn main() {
    let _: Tool = greet();
}
