//! A handler that holds what cannot move to another thread over an `.await`.

use mcp_runtime::prelude::*;

use std::rc::Rc;

#[mcp_tool]
async fn greet(name: String) -> String {
    let name = Rc::new(name);
    std::future::ready(()).await;
    name.to_string()
}

fn main() {
    let _: Tool = greet();
}
