//! An `async` block that asks is read like a block.

use mcp_runtime::prelude::*;

macro_rules! join {
    ($one:expr, $other:expr $(,)?) => {
        ($one.await, $other.await)
    };
}

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order(cx: &Context) -> String {
    let one = async {
        let price = price().await;
        cx.elicit::<Confirmed>(format!("{price}?")).key("one").await.accepted().is_some()
    }
    .await;
    let (two, three) = join!(
        async {
            let sure = cx.elicit::<Confirmed>("Two?").key("two").await.accepted().is_some();
            price().await;
            sure
        },
        async {
            let price = price().await;
            cx.elicit::<Confirmed>(format!("{price}?")).key("three").await.accepted().is_some()
        },
    );
    format!("{one} {two} {three}")
}

fn main() {
    let _: Tool = order();
}
