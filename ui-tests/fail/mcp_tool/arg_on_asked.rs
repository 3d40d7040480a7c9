//! `#[arg]` on what the user is asked for.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(
    #[arg(rename = "ok")]
    #[elicit(message = "Sure?")]
    sure: Confirmed,
) {
    let _ = sure;
}

fn main() {
    let _: Tool = greet();
}
