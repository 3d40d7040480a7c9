//! A generic function.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet<T: ToString>(name: T) -> String
where
    T: Send,
{
    name.to_string()
}

fn main() {
    let _: Tool = greet();
}
