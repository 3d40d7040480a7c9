//! Steps that can never end, because of what is inside them: the call fails, and does not wait for them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail like tests")]

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_tests::{Caller, Name, server_of};
use serde_json::json;

async fn name(cx: &Context, key: &str) -> String {
    let answer = cx.elicit::<Name>(format!("{key}?")).key(key).await;
    answer.accepted().map_or("-".to_owned(), |name| name.name)
}

/// The error of a call that must not wait for ever.
async fn error_of(tool: Tool) -> String {
    let ada = Caller::who_can_be_asked(server_of(tool));
    let call = ada.calls("t", json!({}));
    let said = tokio::time::timeout(Duration::from_secs(5), call).await;
    let said = said.unwrap();
    assert_eq!(said.code(), -32_603);
    said.error().to_owned()
}

#[tokio::test]
async fn a_step_that_can_never_end_holds_up_nobody() {
    let after_an_abort = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let late = cx.step_whole("late", async {
                tokio::task::yield_now().await;
                name(cx, "who").await
            });
            format!("{:?}", tokio::join!(late, name(cx, "_mcp.x")))
        })
    });
    assert!(error_of(after_an_abort).await.starts_with("the key `_mcp.x` is reserved"));

    let no_ask_at_all = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let page = async { cx.elicit_url("Look?", "javascript:x").key("page").await };
            cx.step_whole("outer", async { page.await.accepted().is_some() }).await.to_string()
        })
    });
    assert!(error_of(no_ask_at_all).await.starts_with("ask `page`: the url is not sent"));

    let no_step_at_all = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let inner = async { cx.step_whole("_mcp.x", async { 1 }).await };
            cx.step_whole("outer", inner).await.to_string()
        })
    });
    assert!(error_of(no_step_at_all).await.starts_with("the key `_mcp.x` is reserved"));

    let asked_outside = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let mut ask = cx.elicit::<Name>("who?").key("who");
            std::future::poll_fn(|task| {
                let _ = std::pin::Pin::new(&mut ask).poll(task);
                std::task::Poll::Ready(())
            })
            .await;
            cx.step_whole("outer", async { ask.await.accepted().is_some() }).await.to_string()
        })
    });
    assert!(error_of(asked_outside).await.starts_with("ask `who` was made inside step `outer`"));
}

#[tokio::test]
async fn an_ask_inside_a_step_fails_the_call_and_names_both() {
    let nested: [fn() -> Tool; 3] = [
        || {
            Tool::new("t").handler(|cx, _| {
                Box::pin(async move { cx.step_whole("outer", name(cx, "who")).await })
            })
        },
        || {
            Tool::new("t").handler(|cx, _| {
                Box::pin(async move {
                    let inner = async { cx.step_whole("outer", name(cx, "who")).await };
                    cx.step_whole("outermost", inner).await
                })
            })
        },
        || {
            Tool::new("t").handler(|cx, _| {
                Box::pin(async move {
                    // Made outside, awaited inside: it would wait as long.
                    let ask = cx.elicit::<Name>("who?").key("who");
                    let step = async { ask.await.accepted().is_some() };
                    cx.step_whole("outer", step).await.to_string()
                })
            })
        },
    ];
    for tool in nested {
        let said = Caller::who_can_be_asked(server_of(tool())).calls("t", json!({})).await;
        assert_eq!(said.code(), -32_603);
        assert_eq!(
            said.error(),
            "ask `who` was made inside step `outer`: it cannot wait there for an answer; ask before it"
        );
    }
}
