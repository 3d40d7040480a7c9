//! A step whose type only the statements below would tell.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() -> String {
    #[step]
    let number = Default::default();
    let number: u32 = number;
    number.to_string()
}

fn main() {
    let _: Tool = order();
}
