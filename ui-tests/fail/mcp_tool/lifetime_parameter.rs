//! A function with a lifetime parameter.

use mcp_runtime::prelude::*;

struct Names;

#[mcp_tool]
async fn greet<'a>(names: &'a Names) {
    let _ = names;
}

fn main() {
    let _: Tool = greet();
}
