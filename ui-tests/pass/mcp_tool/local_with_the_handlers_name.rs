//! A variable may be called what a handler is called.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(greet: String) -> String {
    greet
}

fn main() {
    let tool = greet();
    let greet = 1;
    let _ = (tool, greet);
    inner();
}

fn inner() {
    let hello = 1;
    let _ = hello;
    let bye = 2;

    #[mcp_tool]
    async fn hello() {}

    #[mcp_tool]
    async fn bye() {}

    let _ = bye;
}
