//! `testing::BadClient`: what each client gets, and the faults that it finds.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::prelude::*;
use mcp_runtime::testing::{BadClient, Behaviour};
use mcp_runtime::{InputLimits, Root};
use mcp_tests::Name;
use serde_json::json;

/// Greets somebody who looked at a page, on behalf of a folder.
#[mcp_tool]
async fn greet() -> String {
    #[elicit(key = "who", message = "Who?")]
    let who: Answer<Name>;
    let Answer::Accept(who) = who else { return "Hello, stranger!".into() };
    #[elicit(url = "https://example.com", message = "Look?")]
    let page: Answer<()>;
    #[roots]
    let roots: Vec<Root>;
    format!("Hello, {}! {page:?} {}", who.name, roots.len())
}

fn server() -> mcp_runtime::ServerBuilder {
    let limits = InputLimits { max_rounds: 5, ..InputLimits::default() };
    Server::new("t", "0").input_limits(limits).tool(greet)
}

#[tokio::test]
async fn a_tool_that_holds_is_told_client_by_client() {
    let report = BadClient::against_each(server)
        .call("greet", json!({}))
        .answer("who", json!({ "name": "Ada" }))
        .accept("page")
        .answer("roots", [Root::new("file:///a", "a")])
        .run()
        .await;
    let expected = r#"call greet {}
a client that behaves: the text "Hello, Ada! Accept(()) 1"
round 1: a form `who`: Who?
  never answers: asked again 3 times, then the error -32603: the call took 5 rounds, which is all that a call may take; it still asks for `who`
  accepts without content: asked again 3 times, then the tool error "no usable answer to `who` after 4 attempts: `name` is missing: it must be text of 1 to 20 characters"
  cancels at once: the text "Hello, stranger!"
  declines with content: the text "Hello, stranger!"
  answers of wrong type: asked again 3 times, then the tool error "no usable answer to `who` after 4 attempts: the answer must be an object with an `action`"
  answers another key: asked again, then the text "Hello, Ada! Accept(()) 1"
  answers more than was asked: the text "Hello, Ada! Accept(()) 1"
  answers twice: the same twice, then the text "Hello, Ada! Accept(()) 1"
  repeats round 1: the text "Hello, Ada! Accept(()) 1"
  drops the state: asked again, then the text "Hello, Ada! Accept(()) 1"
  changes the state: the error -32602: Invalid or expired requestState, then the text "Hello, Ada! Accept(()) 1"
round 2: a page `page`: Look?
    a roots `roots`
  never answers: asked again 2 times, then the error -32603: the call took 5 rounds, which is all that a call may take; it still asks for `page`, `roots`
  cancels at once: the text "Hello, Ada! Cancel 1"
  declines with content: the text "Hello, Ada! Decline 1"
  answers of wrong type: asked again 2 times, then the error -32603: the call took 5 rounds, which is all that a call may take; it still asks for `page`, `roots`
  answers another key: asked again, then the text "Hello, Ada! Accept(()) 1"
  answers more than was asked: the text "Hello, Ada! Accept(()) 1"
  answers twice: the text "Hello, Ada! Accept(()) 1"
    and then the text "Hello, Ada! Accept(()) 1"
  repeats round 1: the text "Hello, Ada! Accept(()) 1"
  drops the state: asked again, then the text "Hello, Ada! Accept(()) 1"
  changes the state: the error -32602: Invalid or expired requestState, then the text "Hello, Ada! Accept(()) 1"
"#;
    assert_eq!(report.to_string(), expected);
}

fn against(tool: Tool) -> BadClient {
    BadClient::against(Server::new("t", "0").tool(tool)).call("t", json!({}))
}

/// What was wrong with a tool that asks for a name.
async fn faults_of(tool: Tool) -> String {
    let clients = against(tool).answer("who", json!({ "name": "Ada" }));
    let faults = clients.try_run().await.unwrap_err().to_string();
    assert!(faults.starts_with("the tool does not hold against every client\n"), "{faults}");
    faults.split("what each client got").next().unwrap().to_owned()
}

async fn name(cx: &Context, key: &str) -> Answer<Name> {
    cx.elicit::<Name>("Who?").key(key).await
}

#[tokio::test]
async fn a_handler_that_panics_at_a_refusal() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move { name(cx, "who").await.accepted().expect("everybody says yes").name })
    });
    let faults = faults_of(tool).await;
    assert_eq!(
        faults,
        "the tool does not hold against every client\n  \
         round 1, cancels at once: an internal error: internal error\n  \
         round 1, declines with content: an internal error: internal error\n"
    );
}

/// Takes whatever is sent for an answer.
fn gullible() -> Tool {
    Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            match cx.input().raw("who") {
                None => InputRequired::new().elicit::<Name>("who", "Who?").into(),
                Some(answer) => ToolOutcome::from(format!("Hello, {}!", answer["content"]["name"])),
            }
        })
    })
}

#[tokio::test]
async fn a_handler_that_takes_anything_for_an_answer() {
    let faults = faults_of(gullible()).await;
    for fault in [
        "round 1, accepts without content: the call went on, although no answer held: the text",
        "round 1, declines with content: a refusal with content counted for an acceptance",
        "round 1, answers of wrong type: the call went on, although no answer held: the text",
    ] {
        assert!(faults.contains(fault), "{faults}");
    }
    let meant = against(gullible()).answer("who", json!({ "name": "Ada" }));
    let meant = meant.except(Behaviour::AcceptsWithoutContent);
    let meant = meant.except(Behaviour::AnswersOfWrongType).except(Behaviour::DeclinesWithContent);
    meant.run().await;
}

#[tokio::test]
async fn a_handler_that_goes_on_without_an_answer() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let tries: u32 = cx.input().state().unwrap_or(0);
            if tries == 1 {
                return Ok(ToolOutcome::from("done, whatever you say"));
            }
            let asks = InputRequired::new().elicit::<Name>("who", "Who?");
            Ok::<_, ProtocolError>(asks.state(&(tries + 1))?.into())
        })
    });
    let faults = faults_of(tool).await;
    assert!(
        faults.contains("never answers: the call went on, although no answer held"),
        "{faults}"
    );
    assert!(faults.contains("answers another key: answers to other questions counted"), "{faults}");
}

#[tokio::test]
async fn a_handler_that_asks_on_and_on() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            loop {
                if let Answer::Accept(who) = name(cx, "who").await {
                    return who.name;
                }
            }
        })
    });
    let faults = faults_of(tool).await;
    assert!(faults.contains("cancels at once: it asks on and on, whatever is refused"), "{faults}");
}

#[tokio::test]
async fn a_handler_that_does_something_else_the_second_time() {
    let runs = Arc::new(AtomicU32::new(0));
    let tool = Tool::new("t").handler(move |cx, _| {
        let odd = runs.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        Box::pin(async move {
            let _ = name(cx, "who").await;
            if odd {
                let _ = name(cx, "last").await;
            }
            "done"
        })
    });
    let clients = against(tool).answer("who", json!({ "name": "Ada" })).decline("last");
    let faults = clients.try_run().await.unwrap_err();
    assert!(faults.to_string().contains("FAULT answers twice"), "{faults}");
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_never_answers() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            if name(cx, "who").await.accepted().is_none() {
                std::future::pending::<()>().await;
            }
            "done"
        })
    });
    let faults = faults_of(tool).await;
    assert!(faults.contains("round 1, cancels at once: no reply within 60s"), "{faults}");
}

#[tokio::test]
async fn a_call_whose_end_depends_on_what_was_sent_too_much() {
    let calls = Arc::new(AtomicU32::new(0));
    let make = move || {
        let tool = Tool::new("t").handler(|cx, _| {
            Box::pin(async move {
                let _ = name(cx, "who").await;
                if cx.input().raw("who#2").is_some() { "too much" } else { "done" }
            })
        });
        calls.fetch_add(1, Ordering::Relaxed);
        Server::new("t", "0").tool(tool)
    };
    let clients = BadClient::against_each(make).call("t", json!({}));
    clients.answer("who", json!({ "name": "Ada" })).run().await;
}

#[tokio::test]
async fn a_script_that_cannot_be_followed() {
    let asks = || {
        Tool::new("t").handler(|cx, _| {
            Box::pin(async move {
                let _ = name(cx, "who").await;
            })
        })
    };
    for (clients, problem) in [
        (against(asks()), "the script has no answer to the form `who`"),
        (
            against(asks()).decline("who").decline("other"),
            "the script answers `other`, which is never asked",
        ),
        (against(asks()).decline("who").accept("who"), "there are two answers to `who`"),
        (against(asks()).call("t", ()), "there are two calls"),
        (BadClient::against(Server::new("t", "0")), "the script has no `call`"),
        (BadClient::against(Server::new("t", "0").tool(asks()).tool(asks())), "no `call`"),
        (
            BadClient::against(Server::new("t", "0").tool(asks()).tool(asks())).call("t", ()),
            "there are two of this name",
        ),
    ] {
        let faults = clients.try_run().await.unwrap_err().to_string();
        assert!(faults.contains(problem), "{faults}");
    }
}

#[tokio::test]
async fn a_server_that_was_called_before_may_end_a_call_early() {
    let calls = Arc::new(AtomicU32::new(0));
    let tool = Tool::new("t").handler(move |cx, _| {
        let calls = Arc::clone(&calls);
        Box::pin(async move {
            if calls.load(Ordering::Relaxed) > 0 {
                return "it is gone";
            }
            let _ = name(cx, "who").await;
            calls.fetch_add(1, Ordering::Relaxed);
            "deleted"
        })
    });
    let report = against(tool).answer("who", json!({ "name": "Ada" })).run().await.to_string();
    let early = "never answers: the call was over before: the text \"it is gone\"";
    assert!(report.contains(early), "{report}");
}

#[tokio::test]
#[should_panic(expected = "the tool does not hold against every client")]
async fn clients_that_are_run_panic_with_the_report() {
    against(gullible()).answer("who", json!({ "name": "Ada" })).run().await;
}
