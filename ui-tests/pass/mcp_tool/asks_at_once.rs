//! Macros that wait for several futures need no mark if each of them asks or is a step.

use std::future::{Future, IntoFuture};

use mcp_runtime::prelude::*;

macro_rules! join {
    ($($one:expr),* $(,)?) => {
        ($($one.await,)*)
    };
}

/// Takes what `tokio::select!` takes.
macro_rules! select {
    (biased; $($pattern:pat = $future:expr $(, if $condition:expr)? => $body:expr),* $(,)?) => {
        loop {
            $(if true $(&& $condition)? {
                let $pattern = $future.await;
                #[allow(unreachable_code)]
                break $body;
            })*
        }
    };
}

async fn name(cx: &Context) -> bool {
    cx.elicit::<Confirmed>("Name?").key("name").await.accepted().is_some()
}

async fn load() -> u8 {
    7
}

fn tidy(ask: impl IntoFuture) -> impl Future {
    ask.into_future()
}

#[mcp_tool]
async fn order(cx: &Context) -> Result<String, std::fmt::Error> {
    let step = cx.step("one", async { Ok::<_, std::fmt::Error>(load().await) });
    let (one, two, three, four) = join!(
        step,
        name(&cx.scope("two")),
        cx.elicit::<Confirmed>("Three?").key("three"),
        async {
            let four = cx.elicit::<Confirmed>("Four?").key("four").await;
            four.accepted()
        },
    );
    let five = select! {
        biased;
        _ = name(cx), if one.is_ok() => 5,
        _ = tidy(cx.elicit::<Confirmed>("Six?")) => {
            load().await;
            return Ok(String::new());
        }
    };
    let (six, seven) = join!(load(), load());
    Ok(format!("{} {two} {} {} {five} {six} {seven}", one?, three.accepted().is_some(), four.is_some()))
}

fn main() {
    let _: Tool = order();
}
