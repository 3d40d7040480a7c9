//! Options that the ask does not have.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(#[roots(message = "Where?")] roots: Vec<Root>) {
    #[sample(prompt = "Hello", tokens = 3)]
    let hello: Completion;
    drop((roots, hello));
}

fn main() {
    let _: Tool = greet();
}
