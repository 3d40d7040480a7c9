//! `testing::Conversation` plays each round twice: what counts as different, and what is said then.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::prelude::*;
use mcp_runtime::testing::Conversation;
use mcp_tests::Name;
use serde_json::json;

/// A handler that knows how often it ran.
fn tool<F>(ask: F) -> Tool
where
    F: for<'a> Fn(&'a Context, u32) -> std::pin::Pin<Box<dyn Future<Output = String> + Send + 'a>>
        + Send
        + Sync
        + 'static,
{
    let (runs, ask) = (AtomicU32::new(0), Arc::new(ask));
    Tool::new("fickle").handler(move |cx, _| {
        let (run, ask) = (runs.fetch_add(1, Ordering::Relaxed), Arc::clone(&ask));
        Box::pin(async move { ask(cx, run).await })
    })
}

async fn name(cx: &Context, key: &str, message: impl Into<String>) -> String {
    let answer = cx.elicit::<Name>(message).key(key).await;
    answer.accepted().map_or("-".to_owned(), |name| name.name)
}

/// Below the line that tells where the script is, which has a path in it, and above the transcript.
async fn told(tool: Tool) -> String {
    let script = Conversation::with(Server::new("t", "0").tool(tool)).call("fickle", json!({}));
    let failure = script.try_run().await.unwrap_err().to_string();
    let (head, rest) = failure.split_once('\n').unwrap();
    assert!(head.starts_with("the handler did something else when the same round"), "{failure}");
    let (line, rest) = rest.split_once('\n').unwrap();
    assert!(line.starts_with(r#"  line:     .call("fickle", …) at "#), "{failure}");
    rest.split("what was said").next().unwrap().to_owned()
}

#[tokio::test]
async fn another_message() {
    let tool = tool(|cx, run| {
        Box::pin(async move {
            let (a, b) =
                tokio::join!(name(cx, "a", "A?"), name(cx, "b", format!("It is 10:0{run}?")));
            a + &b
        })
    });
    let expected = r#"  first:    1. a form `a`: A?
            2. a form `b`: It is 10:00?
  then:     1. a form `a`: A?
            2. a form `b`: It is 10:01?
  differs:  the message: `b` was "It is 10:00?", and then "It is 10:01?"
  usually:  a clock, a random number or I/O that is no `#[step]`, in what the ask is made from
"#;
    assert_eq!(told(tool).await, expected);
}

#[tokio::test]
async fn another_key() {
    let tool = tool(|cx, run| Box::pin(async move { name(cx, &format!("k{run}"), "A?").await }));
    let expected = "  first:    1. a form `k0`: A?
  then:     1. a form `k1`: A?
  differs:  the key: ask 1 was `k0`, and then `k1`
  usually:  a clock, a random number or I/O that is no `#[step]`, in what decides whether it is asked
";
    assert_eq!(told(tool).await, expected);
}

#[tokio::test]
async fn another_order() {
    let tool = tool(|cx, run| {
        Box::pin(async move {
            let (one, other) = if run == 0 { ("a", "b") } else { ("b", "a") };
            let (one, other) = tokio::join!(name(cx, one, "?"), name(cx, other, "?"));
            one + &other
        })
    });
    let expected = "  first:    1. a form `a`: ?
            2. a form `b`: ?
  then:     1. a form `b`: ?
            2. a form `a`: ?
  differs:  the order: ask 1 was `a`, and then `b`
  usually:  the order of a hash map, or tasks that race for who asks first
";
    assert_eq!(told(tool).await, expected);
}

#[tokio::test]
async fn another_number() {
    let tool = tool(|cx, run| {
        Box::pin(async move {
            if run == 0 {
                return name(cx, "a", "?").await;
            }
            let (one, other) = tokio::join!(name(cx, "a", "?"), name(cx, "b", "?"));
            one + &other
        })
    });
    let told = told(tool).await;
    assert!(
        told.contains(
            "  differs:  it asked 1, and then 2: `b` is the odd one\n  usually:  a clock"
        ),
        "{told}"
    );
}

#[tokio::test]
async fn another_kind_another_page_and_another_list() {
    let kind = tool(|cx, run| {
        Box::pin(async move {
            if run == 0 {
                return name(cx, "a", "?").await;
            }
            let _ = cx.elicit_url("?", "https://example.com").key("a").await;
            String::new()
        })
    });
    let said = told(kind).await;
    assert!(said.contains("the kind: `a` was a form, and then a page"), "{said}");

    let page = tool(|cx, run| {
        Box::pin(async move {
            let _ = cx.elicit_url("?", format!("https://example.com/{run}")).key("a").await;
            String::new()
        })
    });
    let said = told(page).await;
    let differs = "what `a` wants: https://example.com/0, and then https://example.com/1";
    assert!(said.contains(differs), "{said}");

    let list = tool(|cx, run| {
        Box::pin(async move {
            let names = if run == 0 { ["x", "y"] } else { ["y", "x"] };
            let choices = names.into_iter().map(|name| Choice::new((), name));
            let _ = cx.choose("?", choices).key("a").await;
            String::new()
        })
    });
    let said = told(list).await;
    assert!(
        said.contains("one of x, y, and then choice") && said.contains("one of y, x"),
        "{said}"
    );
}

#[tokio::test]
async fn an_end_or_an_error_where_something_was_asked() {
    let done = tool(|cx, run| {
        Box::pin(async move { if run == 0 { name(cx, "a", "?").await } else { "done".into() } })
    });
    let expected = "  first:    1. a form `a`: ?
  then:     the text \"done\"
  differs:  it asked, and then it was done without an ask
  usually:  something that the handler changed above its ask: make it a `#[step]`, or do it below
";
    assert_eq!(told(done).await, expected);

    let failed = tool(|cx, run| {
        Box::pin(async move { name(cx, if run == 0 { "a" } else { "_mcp.a" }, "?").await })
    });
    let said = told(failed).await;
    assert!(said.contains("then:     the error -32603: the key `_mcp.a` is reserved"), "{said}");
    assert!(said.contains("differs:  it asked, and then it failed"), "{said}");
}

#[tokio::test]
async fn what_steps_record_may_differ() {
    let tool = tool(|cx, run| {
        Box::pin(async move {
            let value = cx.step_whole("value", async { run }).await;
            name(cx, "a", "?").await + if value < 2 { "!" } else { "" }
        })
    });
    Conversation::with(Server::new("t", "0").tool(tool))
        .call("fickle", json!({}))
        .expect_form("a")
        .answer(json!({ "name": "Ada" }))
        .expect_text("Ada!")
        .run()
        .await;
}

#[tokio::test]
async fn later_rounds_are_played_twice_too() {
    let tool = tool(|cx, run| {
        Box::pin(async move {
            let first = name(cx, "a", "?").await;
            first + &name(cx, "b", format!("Run {run}?")).await
        })
    });
    let script = Conversation::with(Server::new("t", "0").tool(tool)).call("fickle", json!({}));
    let script = script.expect_form("a").answer(json!({ "name": "Ada" }));
    let failure = script.expect_form("b").decline().try_run().await.unwrap_err().to_string();
    assert!(failure.contains(r#"`b` was "Run 2?", and then "Run 3?""#), "{failure}");
    assert!(failure.contains("what was said until then:\ncall fickle {}\nround 1"), "{failure}");
}
