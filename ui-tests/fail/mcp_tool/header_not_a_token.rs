//! A header that cannot be one.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn weather(#[arg(header = "The Region")] region: String) -> String {
    region
}

fn main() {
    let _: Tool = weather();
}
