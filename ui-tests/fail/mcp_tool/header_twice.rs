//! Two arguments in one header.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn weather(
    #[arg(header = "Region")] region: String,
    #[arg(header = "region")] other: String,
) -> String {
    region + &other
}

fn main() {
    let _: Tool = weather();
}
