//! An argument that cannot be read from JSON.

use mcp_runtime::prelude::*;

use std::time::Instant;

#[mcp_tool]
async fn wait(until: Instant) -> String {
    format!("{until:?}")
}

fn main() {
    let _: Tool = wait();
}
