//! `#[arg]` on what the model does not send.

use mcp_runtime::prelude::*;

struct Names;

#[mcp_tool]
async fn greet(#[arg(rename = "list")] names: &Names) {
    let _ = names;
}

fn main() {
    let _: Tool = greet();
}
