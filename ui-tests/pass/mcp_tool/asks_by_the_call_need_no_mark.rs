//! What is given the call asks, and asks are no work that runs again.

use std::time::Duration;

use mcp_runtime::prelude::*;

async fn sure(cx: &Context, what: &str) -> bool {
    cx.elicit::<Confirmed>(what).key("sure").await.accepted().is_some()
}

struct Flow<'cx> {
    cx: &'cx Context,
}

impl Flow<'_> {
    async fn run(self) -> bool {
        sure(self.cx, "flow").await
    }
}

#[mcp_tool]
async fn order(cx: &Context) -> Result<String, std::fmt::Error> {
    let one = cx.elicit::<Confirmed>("One?").key("one").timeout(Duration::from_secs(9)).await;
    let two = sure(cx, "two").await;
    let three = sure(&cx.scope("three"), "three").await;
    let scope = cx.scope("four");
    let four = scope.elicit::<Confirmed>("Four?").await;
    let roots = scope.roots().await.is_ok();
    let ask = cx.choose("Which?", [(1, "one"), (2, "two")]).key("five");
    let five = ask.await;
    let step = cx.step("six", async { Ok::<_, std::fmt::Error>(6) });
    let six = step.await?;
    let seven = cx.step_whole("seven", std::future::ready(7)).await;
    let eight = Flow { cx }.run().await;
    let same = cx;
    let nine = sure(same, "nine").await;
    let ten = Box::pin(sure(cx, "ten")).await;
    let sample = cx.sample("Sum up").await.is_ok();
    let _ = (one, two, three, four.accepted(), roots, five.accepted());
    Ok(format!("{six} {seven} {eight} {nine} {ten} {sample}"))
}

fn main() {
    let _: Tool = order();
}
