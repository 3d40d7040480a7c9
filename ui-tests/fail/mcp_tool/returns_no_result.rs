//! An output that is no result of a tool.

use mcp_runtime::prelude::*;

struct Count(u8);

#[mcp_tool]
async fn count() -> Count {
    Count(3)
}

fn main() {
    let _: Tool = count();
}
