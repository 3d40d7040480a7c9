//! A name that the protocol does not allow, from the function.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn grüße() {}

fn main() {
    let _: Tool = grüße();
}
