//! A default that is not of the type of its argument.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(#[arg(default = "three")] times: u8) -> String {
    times.to_string()
}

fn main() {
    let _: Tool = greet();
}
