//! What is done before an ask has no variable: its key has to be written.

use mcp_runtime::prelude::*;

async fn touch() {}

async fn pair() -> (u8, u8) {
    (1, 2)
}

#[mcp_tool]
async fn order(cx: &Context) -> String {
    touch().await;
    let (one, two) = pair().await;
    let sure = cx.elicit::<Confirmed>("Sure?").key("sure").await;
    format!("{one} {two} {}", sure.accepted().is_some())
}

fn main() {
    let _: Tool = order();
}
