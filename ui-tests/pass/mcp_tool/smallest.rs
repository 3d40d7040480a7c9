//! No parameters, no output, no options.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn nothing() {}

fn main() {
    let _: Tool = nothing();
}
