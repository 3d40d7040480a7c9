//! The call, owned.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(cx: Context) {
    let _ = cx;
}

fn main() {
    let _: Tool = greet();
}
