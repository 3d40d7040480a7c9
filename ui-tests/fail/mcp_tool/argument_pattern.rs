//! Arguments without a name.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn add((left, right): (u32, u32), _: u32) -> String {
    (left + right).to_string()
}

fn main() {
    let _: Tool = add();
}
