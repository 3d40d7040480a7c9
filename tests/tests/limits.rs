//! Nothing that a client does goes on for ever, or grows without end.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::{InputLimits, ServerBuilder};
use mcp_tests::forms::named;
use mcp_tests::pipes::{Connection, call};
use mcp_tests::{Caller, Name, accept, sealing};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// Asks for one more name for ever.
#[mcp_tool]
async fn insatiable(cx: &Context) -> String {
    loop {
        let _ = cx.elicit::<Name>("One more?").key("more").await;
    }
}

/// Greets by name.
#[mcp_tool]
async fn greet() -> String {
    #[elicit(key = "who", message = "Who is there?")]
    let who: Name;
    format!("Hello, {}!", who.name)
}

/// Gives back what it gets.
#[mcp_tool(read_only)]
async fn echo(value: Value) -> String {
    value.to_string()
}

fn server() -> ServerBuilder {
    Server::new("test", "1").request_state(sealing()).tool(insatiable).tool(greet).tool(echo)
}

fn limited(limits: InputLimits) -> Caller {
    Caller::who_can_be_asked(server().input_limits(limits).build().unwrap())
}

#[tokio::test]
async fn rounds_are_limited() {
    let ada = limited(InputLimits { max_rounds: 3, ..InputLimits::default() });
    let mut asked = ada.calls("insatiable", json!({})).await;
    for key in ["more", "more#2"] {
        assert_eq!(asked.keys(), [key]);
        asked = ada.answers(&asked, [(key, named("x"))]).await;
    }
    assert_eq!(asked.code(), -32_603);
    assert_eq!(
        asked.error(),
        "the call took 3 rounds, which is all that a call may take; it still asks for `more#3`"
    );
}

#[tokio::test]
async fn a_client_that_never_answers_runs_into_the_limit_too() {
    let ada = limited(InputLimits { max_rounds: 4, ..InputLimits::default() });
    let mut asked = ada.calls("greet", json!({})).await;
    for _ in 0..2 {
        asked = ada.answers(&asked, []).await;
        assert_eq!(asked.keys(), ["who"]);
    }
    assert_eq!(ada.answers(&asked, []).await.code(), -32_603);
}

#[tokio::test]
async fn a_call_takes_32_rounds_unless_something_else_is_said() {
    let ada = limited(InputLimits::default());
    let mut asked = ada.calls("greet", json!({})).await;
    let mut rounds = 1;
    while asked.message().get("error").is_none() {
        asked = ada.answers(&asked, []).await;
        rounds += 1;
    }
    assert_eq!(rounds, 32);
}

#[tokio::test]
async fn a_state_that_grows_too_large_ends_the_call() {
    let ada = limited(InputLimits { max_state_bytes: 600, ..InputLimits::default() });
    let mut asked = ada.calls("insatiable", json!({})).await;
    while let Some(key) = asked.message()["result"]["inputRequests"].as_object() {
        let key = key.keys().next().unwrap().clone();
        asked = ada.answers(&asked, [(&key, named("twenty characters ok"))]).await;
    }
    assert_eq!(asked.code(), -32_603);
    let message = asked.error();
    assert!(message.starts_with("what the call has learned takes "), "{message}");
    assert!(message.contains("and 600 may travel; most of it: answer `more"), "{message}");
}

#[tokio::test]
async fn asking_again_is_limited() {
    let ada = limited(InputLimits::default());
    let mut asked = ada.calls("greet", json!({})).await;
    for _ in 0..3 {
        asked = ada.answers(&asked, [("who", accept(json!({ "name": "" })))]).await;
        assert_eq!(asked.keys(), ["who"]);
    }
    let ended = ada.answers(&asked, [("who", accept(json!({ "name": "" })))]).await;
    let words = ended.failure();
    assert!(
        words.starts_with("no usable answer to `who` after 4 attempts: `name` must be"),
        "{words}"
    );
}

#[tokio::test]
async fn a_good_answer_in_time_ends_the_asking_again() {
    let ada = limited(InputLimits::default());
    let mut asked = ada.calls("greet", json!({})).await;
    for _ in 0..3 {
        asked = ada.answers(&asked, [("who", accept(json!({})))]).await;
    }
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "Hello, Ada!");
}

#[tokio::test]
async fn nesting_is_bounded() {
    let ada = limited(InputLimits::default());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));

    let said =
        ada.round("echo").written(&format!(r#"{{"value":{deep}}}"#)).wrongly().send_deep().await;
    assert!(
        said.failure().starts_with("The arguments of `echo` are not right"),
        "{}",
        said.failure()
    );

    let asked = ada.calls("greet", json!({})).await;
    let state = asked.state();
    let meta = ada.meta();
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"greet","_meta":{meta},"requestState":"{state}","inputResponses":{{"who":{{"action":"accept","content":{{"name":{deep}}}}},"other":{deep}}}}}}}"#
    );
    let again = ada.sends(message).await.unwrap();
    assert_eq!(again.keys(), ["who"]);
}

trait Deep {
    async fn send_deep(self) -> mcp_tests::Said;
}

impl Deep for mcp_tests::Round<'_> {
    /// The harness reads no further than the server does, so it takes the message as it is.
    async fn send_deep(self) -> mcp_tests::Said {
        let message = self.message();
        self.caller().sends(message).await.expect("it is answered")
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let mut connection = Connection::open(server().build().unwrap(), 1 << 16);
    connection.call(1, "echo", json!({ "value": 1 })).await;
    let chunk = vec![b' '; 1 << 16];
    for _ in 0..160 {
        connection.write(&chunk).await;
    }
    connection.write("\n").await;
    connection.call(2, "echo", json!({ "value": 2 })).await;

    let mut replies = connection.rest().await;
    replies.sort_by_key(|reply| reply["id"].as_u64());
    assert_eq!(replies.len(), 3);
    assert_eq!(replies[0]["error"]["code"], -32_600);
    assert_eq!(replies[0]["error"]["message"], "the message is longer than 4194304 bytes");
    assert_eq!(replies[0].get("id"), None);
    assert_eq!((&replies[1]["id"], &replies[2]["id"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn calls_in_flight_are_limited() {
    static DOOR: Semaphore = Semaphore::const_new(0);
    let waits = Tool::new("waits").handler(|_, _| {
        Box::pin(async {
            DOOR.acquire().await.unwrap().forget();
            "through"
        })
    });
    let server = server().tool(waits).max_in_flight(2).build().unwrap();
    let mut connection = Connection::open(server, 1 << 16);
    for id in 1..=3 {
        connection.call(id, "waits", json!({})).await;
    }
    let busy = connection.reads().await;
    assert_eq!(busy["id"], 3);
    assert_eq!(busy["error"]["code"], -32_603);
    assert_eq!(busy["error"]["message"], "too many requests are under way: try again later");

    DOOR.add_permits(2);
    for _ in 0..2 {
        assert_eq!(connection.reads().await["result"]["content"][0]["text"], "through");
    }
    connection.call(4, "echo", json!({ "value": 4 })).await;
    assert_eq!(connection.reads().await["id"], 4);
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_takes_too_long_is_dropped_and_its_call_fails() {
    let slow = Tool::new("slow").handler(|_, _| {
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            "done"
        })
    });
    let server = server().tool(slow).call_timeout(Duration::from_secs(2)).build().unwrap();
    let ada = Caller::of(server);
    let said = ada.calls("slow", json!({})).await;
    assert_eq!((said.code(), said.error()), (-32_603, "the handler took longer than 2s"));
    assert_eq!(ada.calls("echo", json!({ "value": 1 })).await.text(), "1");
}

#[test]
fn a_call_is_one_line() {
    assert!(!call(1, "echo", json!({ "value": "a\nb" })).contains('\n'));
}
