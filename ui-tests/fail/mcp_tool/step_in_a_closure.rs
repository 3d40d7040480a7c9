//! Steps in closures, `async` blocks, nested functions and macros.

use mcp_runtime::prelude::*;

async fn price() -> u32 {
    7
}

#[mcp_tool]
async fn order() {
    let each = [1, 2].map(|n| {
        #[step]
        let twice = n * 2;
        twice
    });
    let later = async {
        #[step]
        let price = price().await;
        price
    };
    fn inner() {
        #[repeat]
        drop(1);
        #[step(key = "two")]
        drop(2);
    }
    inner();
    dbg!({
        #[step]
        let three = 3;
        three
    });
    let mut all = each.to_vec();
    all.push(later.await);
}

fn main() {
    let _: Tool = order();
}
