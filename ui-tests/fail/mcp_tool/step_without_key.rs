//! Steps without a name of their own.

use mcp_runtime::prelude::*;

async fn touch() {}

fn pair() -> (u8, u8) {
    (1, 2)
}

#[mcp_tool]
async fn order() -> String {
    #[step]
    touch().await;
    #[step(secret)]
    let (one, two) = pair();
    #[step(whole)]
    let _ = pair();
    format!("{one} {two}")
}

fn main() {
    let _: Tool = order();
}
