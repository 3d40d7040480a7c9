//! Asks and steps inside a step.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order(cx: &Context) -> String {
    let scoped = cx.scope("inner");
    #[step(key = "outer")]
    let all = {
        #[elicit(message = "Sure?")]
        let sure: Option<Confirmed>;
        #[step]
        let inner = sure.is_some();
        inner
    };
    #[step]
    let sure = cx.elicit::<Confirmed>("Sure?").key("x").await.accepted().is_some();
    #[step]
    let roots = scoped.roots().await.is_ok();
    #[step]
    let later = vec![async { cx.scope("a").choose("Which?", [(1, "a")]).await.accepted().is_some() }.await];
    format!("{all} {sure} {roots} {later:?}")
}

fn main() {
    let _: Tool = order();
}
