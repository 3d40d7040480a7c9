//! What goes to the log: reasons, and nothing that anybody said.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use mcp_runtime::prelude::*;
use mcp_runtime::{InputLimits, Principal, RequestState};
use mcp_tests::forms::named;
use mcp_tests::pipes::{Connection, call};
use mcp_tests::{Caller, Log, Name, accept, key, sealing};
use serde_json::{Value, json};

const ARGUMENT: &str = "argument-8231";
const ANSWER: &str = "answer-4417";
const STEP: &str = "step-9902";
const SUBJECT: &str = "subject-1176";
const CLAIM: &str = "claim-5503";

/// Asks with the argument in the question, does a step, asks again; `how` makes it go wrong.
fn order(message: &'static str) -> Tool {
    Tool::new("order").handler(move |cx, arguments| {
        Box::pin(async move {
            let what = arguments["what"].as_str().unwrap_or_default().to_owned();
            let who = cx.elicit::<Name>(format!("{message} {what}?")).key("who").await;
            let kept: String = cx.step_whole("kept", async { STEP.to_owned() }).await;
            if arguments["how"] == "page" {
                let _ =
                    cx.elicit_url("Open", format!("http://example.com/{what}")).key("page").await;
            }
            let sure = cx.elicit::<Name>(format!("Send {what} to {who:?}?")).key("sure").await;
            format!("{kept} {sure:?}")
        })
    })
}

fn server(message: &'static str, sealing: RequestState) -> Server {
    Server::new("shop", "1").request_state(sealing).tool(order(message)).build().unwrap()
}

fn person() -> Principal {
    Principal::new()
        .issuer("https://id.example")
        .client("app")
        .subject(SUBJECT)
        .claim("email", CLAIM)
}

fn arguments(how: &str) -> Value {
    json!({ "what": ARGUMENT, "how": how })
}

#[tokio::test]
#[allow(clippy::too_many_lines, reason = "one call after the other, and one look into the log")]
async fn a_log_holds_no_secrets() {
    let log = Log::open();
    let ada = Caller::who_can_be_asked(server("Order", sealing())).who_is(person());
    let mut states = Vec::new();

    // A call that goes well.
    let asked = ada.calls("order", arguments("")).await;
    let sure = ada.answers(&asked, [("who", named(ANSWER))]).await;
    states.extend([asked.state().to_owned(), sure.state().to_owned()]);
    ada.answers(&sure, [("sure", named(ANSWER))]).await.text();

    // Answers that do not hold, until it is over.
    let mut again = asked.clone();
    for _ in 0..4 {
        again = ada.answers(&again, [("who", accept(json!({ "name": ANSWER.repeat(4) })))]).await;
    }
    again.failure();

    // A question that changes, and one that a step came after.
    let moved = ada.clone().at(server("Buy", sealing()));
    let changed = moved.answers(&asked, [("who", named(ANSWER))]).await;
    assert_eq!(changed.keys(), ["who"]);
    assert_eq!(moved.answers(&sure, [("sure", named(ANSWER))]).await.code(), -32_603);

    // States that do not open.
    let forged = format!("{}x", asked.state());
    assert_eq!(ada.goes_on(&asked).state(forged).send().await.code(), -32_602);
    assert_eq!(ada.clone().after(700).answers(&asked, []).await.code(), -32_602);
    assert_eq!(
        ada.clone().at(server("Order", RequestState::new(key(9)))).answers(&asked, []).await.code(),
        -32_602
    );
    assert_eq!(
        ada.clone()
            .who_is(Principal::new().claim("email", CLAIM))
            .calls("order", arguments(""))
            .await
            .code(),
        -32_603
    );

    // A page that is not sent.
    let page = ada.calls("order", arguments("page")).await;
    assert_eq!(ada.answers(&page, [("who", named(ANSWER))]).await.code(), -32_603);

    // A call that grew too large, one that took too many rounds, and rubbish.
    for limits in [
        InputLimits { max_state_bytes: 40, ..InputLimits::default() },
        InputLimits { max_rounds: 1, ..InputLimits::default() },
    ] {
        let small = Server::new("shop", "1")
            .request_state(sealing())
            .tool(order("Order"))
            .input_limits(limits)
            .build()
            .unwrap();
        assert_eq!(ada.clone().at(small).calls("order", arguments("")).await.code(), -32_603);
    }
    ada.sends(format!("{{\"x\":\"{ARGUMENT}\"")).await.unwrap();
    assert!(
        ada.sends(format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"x":"{ANSWER}"}}}}"#))
            .await
            .is_none()
    );

    let text = log.text();
    for secret in [ARGUMENT, ANSWER, STEP, SUBJECT, CLAIM] {
        let line = text.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret} in {line:?}");
    }
    for state in states {
        assert!(!text.contains(&state) && !text.contains(&state[20..60]), "a state in {text}");
    }
    for reason in [
        "a state was refused",
        "expired",
        "a question is not the one",
        "a call reached a limit",
        "a call cannot go on",
        "a response to no request",
    ] {
        assert!(text.contains(reason), "{reason:?} is not in {text}");
    }
}

#[tokio::test]
async fn a_client_cannot_forge_a_line() {
    const FORGED: &str = "x\n ERROR mcp_runtime: all keys are lost\r\u{1b}[31m";
    let log = Log::open();
    let tool = Tool::new("named").handler(|cx, arguments| {
        Box::pin(async move {
            // A key that is made of what the client sent, and a question that changes in every round.
            let key = arguments["key"].as_str().unwrap_or_default();
            let number = cx.input().raw("count").unwrap_or_default();
            let _ = cx.elicit::<Name>(format!("{number}?")).key(key).await;
            let _ =
                cx.elicit_url("?", arguments["url"].as_str().unwrap_or_default()).key(key).await;
        })
    });
    let server = |limit| {
        let limits = InputLimits { max_rounds: limit, ..InputLimits::default() };
        Server::new("t", "1")
            .request_state(sealing())
            .tool(tool_named())
            .input_limits(limits)
            .build()
            .unwrap()
    };
    let plain = Server::new("t", "1").request_state(sealing()).tool(tool).build().unwrap();
    let ada = Caller::who_can_be_asked(plain);
    let asked = ada.calls("named", json!({ "key": FORGED, "url": FORGED })).await;
    let _ = ada.answers(&asked, [(FORGED, named("x"))]).await.code();
    let _ = ada.calls("named", json!({ "key": format!("_mcp.{FORGED}") })).await.code();
    let _ = ada.goes_on(&asked).state(FORGED).send().await.code();
    let _ = ada.clone().at(server(1)).calls("named", json!({ "key": FORGED })).await.code();
    let changed = ada.clone().at(server(9)).answers(&asked, []).await;
    assert!(changed.message().get("error").is_none(), "{}", changed.raw());
    let _ = ada.requests(FORGED, json!({ "_meta": ada.meta() })).await.code();
    let _ = ada.calls(FORGED, json!({})).await.code();

    assert!(log.lines().len() >= 4, "{}", log.text());
    for line in log.lines() {
        assert!(
            line.trim_start().starts_with("ERROR mcp_runtime: ")
                || line.trim_start().starts_with("WARN mcp_runtime: "),
            "{line:?}"
        );
        assert!(!line.starts_with(" ERROR mcp_runtime: all keys"), "{line:?}");
        assert!(!line.contains('\u{1b}') && !line.contains('\r'), "{line:?}");
    }
}

/// The same tool with another question under the same key.
fn tool_named() -> Tool {
    Tool::new("named").handler(|cx, arguments| {
        Box::pin(async move {
            let key = arguments["key"].as_str().unwrap_or_default();
            let _ = cx.elicit::<Name>("Another question").key(key).await;
        })
    })
}

#[tokio::test]
async fn a_good_call_says_nothing_above_debug() {
    let log = Log::open();
    let ada = Caller::who_can_be_asked(server("Order", sealing()));
    let asked = ada.calls("order", arguments("")).await;
    ada.answers(&asked, [("who", named("x"))]).await.keys();
    for line in log.lines() {
        assert!(
            !line.contains("WARN") && !line.contains("ERROR") && !line.contains("INFO"),
            "{line}"
        );
    }
}

#[tokio::test]
async fn a_panic_is_logged_with_its_message_once() {
    let log = Log::open();
    let tool =
        Tool::new("bad").handler(|_, _| Box::pin(async { assert_eq!(1, 2, "the numbers differ") }));
    let ada = Caller::of(mcp_tests::server_of(tool));
    assert_eq!(ada.calls("bad", json!({})).await.code(), -32_603);
    let text = log.text();
    assert_eq!(text.matches("a handler panicked").count(), 1, "{text}");
    assert!(text.contains("the numbers differ"), "{text}");
    assert!(text.contains("tool=\"bad\""), "{text}");
}

#[tokio::test]
async fn a_line_that_is_too_long_is_logged_without_what_was_in_it() {
    let log = Log::open();
    let server = Server::new("t", "1").tool(order("x")).max_message_bytes(300).build().unwrap();
    let mut client = Connection::open(server, 1 << 14);
    client.line(call(1, "order", json!({ "what": ARGUMENT.repeat(30) }))).await;
    assert_eq!(client.reads().await["error"]["code"], -32_600);
    assert!(log.text().contains("a message was too long limit=300"), "{}", log.text());
    assert!(!log.text().contains(ARGUMENT));
}
