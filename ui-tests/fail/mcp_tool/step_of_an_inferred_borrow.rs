//! A borrowed value whose type only rustc knows.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() -> String {
    #[step]
    let text = "text";
    text.to_owned()
}

fn main() {
    let _: Tool = order();
}
