//! A nested item is not done at all.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() {
    #[repeat]
    const ONE: u8 = 1;
    #[repeat]
    fn inner() {}
    inner();
    let _ = ONE;
}

fn main() {
    let _: Tool = order();
}
