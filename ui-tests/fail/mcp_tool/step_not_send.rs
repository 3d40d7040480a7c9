//! What is held while a step is under way has to be `Send`.

use std::rc::Rc;

use mcp_runtime::prelude::*;

async fn price(_: &Rc<u32>) -> u32 {
    7
}

#[mcp_tool]
async fn order() -> String {
    let counted = Rc::new(1);
    #[step]
    let price = price(&counted).await;
    price.to_string()
}

fn main() {
    let _: Tool = order();
}
