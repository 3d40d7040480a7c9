//! Marks where no statement begins.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order(n: u32) -> String {
    let one = #[step]
    n.to_string();
    let two = match n {
        #[repeat]
        0 => one,
        _ => #[step(key = "b")]
        n.to_string(),
    };
    #[repeat]
    struct Inner;
    #[step]
    fn inner(_: Inner) {}
    inner(Inner);
    two
}

fn main() {
    let _: Tool = order();
}
