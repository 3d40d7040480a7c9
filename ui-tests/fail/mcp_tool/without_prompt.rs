//! A model that is asked nothing.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() -> String {
    #[sample(max_tokens = 20)]
    let greeting: Completion;
    greeting.text()
}

fn main() {
    let _: Tool = greet();
}
