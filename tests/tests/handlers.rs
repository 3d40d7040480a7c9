//! What handlers get and give, and what becomes of those that panic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::schemars;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, sealing, server_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Sends a parcel.
#[mcp_tool]
async fn send(
    /// How many pieces
    qty: Pieces,
    to: Address,
    express: Option<bool>,
    #[arg(default = "letter".to_owned())] kind: String,
) -> String {
    format!("{} {kind} to {} {:?} {express:?}", qty.0, to.city, to.lines)
}

/// A few.
#[derive(Deserialize, schemars::JsonSchema)]
struct Pieces(#[schemars(range(min = 1, max = 3))] u32);

/// Where to.
#[derive(Deserialize, schemars::JsonSchema)]
struct Address {
    city: String,
    #[serde(default)]
    lines: Vec<String>,
}

async fn said_of(arguments: &str) -> String {
    let ada = Caller::of(server_of(send));
    let said = ada.round("send").written(arguments).send().await;
    said.result()["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn arguments_arrive_as_they_were_meant() {
    for (arguments, text) in [
        (r#"{"qty":2,"to":{"city":"Ulm"}}"#, "2 letter to Ulm [] None"),
        (
            r#"{"qty":2.0,"to":{"city":"Ulm","lines":["a"]},"express":null,"kind":null}"#,
            "2 letter to Ulm [\"a\"] None",
        ),
        (
            r#"{"qty":3,"to":{"city":"Ulm","x":1},"express":true,"kind":"box","more":1}"#,
            "3 box to Ulm [] Some(true)",
        ),
    ] {
        assert_eq!(said_of(arguments).await, text, "{arguments}");
    }
}

#[tokio::test]
async fn bad_arguments_are_told_to_the_model_all_at_once() {
    let intro = "The arguments of `send` are not right:";
    for (arguments, problems) in [
        (
            "{}",
            vec![
                "`qty`: expected a whole number",
                "`to`: expected an object with `city`, got nothing",
            ],
        ),
        (
            r#"{"qty":"x","to":{}}"#,
            vec![
                "`qty`: expected a whole number",
                "got the string \"x\"",
                "`to.city`: expected a string, got nothing",
            ],
        ),
        (
            r#"{"qty":4,"to":{"city":"Ulm"}}"#,
            vec!["`qty`: expected a whole number from 1 to 3, got 4"],
        ),
        (r#"{"qty":2.5,"to":{"city":"Ulm"}}"#, vec!["`qty`: expected a whole number", "got 2.5"]),
        (
            r#"{"qty":1,"to":{"city":"Ulm","lines":["a",7]}}"#,
            vec!["`to.lines[1]`: expected a string, got 7"],
        ),
        (
            r#"{"qty":1,"to":{"city":"Ulm"},"express":"yes"}"#,
            vec!["`express`: expected true or false, got the string \"yes\""],
        ),
        (
            r#"{"qty":null,"to":{"city":null}}"#,
            vec![
                "`qty`: expected a whole number",
                "got null",
                "`to.city`: expected a string, got null",
            ],
        ),
        (r#"{"qty":1,"qty":2,"to":{"city":"Ulm"}}"#, vec!["`qty` is there twice"]),
        (r#"{"qty":1,"to":{"city":"Ulm","city":"Bonn"}}"#, vec!["in `to`: `city` is there twice"]),
    ] {
        let ada = Caller::of(server_of(send));
        let said = ada.round("send").written(arguments).wrongly().send().await;
        let text = said.failure();
        assert!(text.starts_with(intro), "{text}");
        for problem in problems {
            assert!(text.contains(problem), "{arguments}: {text}");
        }
        for noise in [" at line", "column", "invalid type", "missing field"] {
            assert!(!text.contains(noise), "{text}");
        }
    }
}

#[tokio::test]
async fn an_unknown_tool_and_arguments_that_are_no_object_are_protocol_errors() {
    let ada = Caller::of(server_of(send));
    for name in ["nothing", "", "Send", "__proto__", "send "] {
        let said = ada.calls(name, json!({})).await;
        assert_eq!((said.code(), said.error()), (-32_602, &*format!("unknown tool {name:?}")));
    }
    for arguments in ["[]", "7", "\"x\"", "true"] {
        let said = ada.round("send").written(arguments).wrongly().send().await;
        assert_eq!((said.code(), said.error()), (-32_602, "`params.arguments` must be an object"));
    }
    for params in
        [json!({}), json!({ "name": 7 }), json!({ "name": null }), json!({ "name": ["send"] })]
    {
        let mut params = params;
        params["_meta"] = ada.meta();
        let said = ada.requests("tools/call", params).await;
        assert_eq!(
            (said.code(), said.error()),
            (-32_602, "`params.name` must be the name of a tool, a string")
        );
    }
}

#[tokio::test]
async fn a_handler_built_by_hand_never_gets_other_arguments_than_were_sent() {
    let tool =
        Tool::new("hand").handler(|_, arguments| Box::pin(async move { arguments.to_string() }));
    let ada = Caller::of(server_of(tool));
    assert_eq!(ada.calls("hand", json!({ "a": [1] })).await.text(), r#"{"a":[1]}"#);
    assert_eq!(
        ada.requests("tools/call", json!({ "name": "hand", "_meta": ada.meta() })).await.text(),
        "{}"
    );

    let deep = format!(r#"{{"path":"/x","deep":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    for arguments in [r#"{"path":"/x","n":1e999}"#, deep.as_str()] {
        let message = ada.round("hand").written(arguments).message();
        let said = ada.sends(message).await.unwrap();
        assert!(
            said.failure().starts_with("The arguments of `hand` are not right: "),
            "{}",
            said.raw()
        );
        assert!(!said.failure().contains(" at line"), "{}", said.failure());
    }
}

#[tokio::test]
async fn everything_that_may_be_returned_is_a_result() {
    #[derive(Serialize, schemars::JsonSchema)]
    struct Sum {
        total: u32,
    }
    #[mcp_tool]
    async fn nothing() {}
    #[mcp_tool]
    async fn structured() -> Json<Sum> {
        Json(Sum { total: 7 })
    }
    #[mcp_tool]
    async fn pieces() -> Vec<Content> {
        vec![Content::text("a"), Content::text("b")]
    }
    #[mcp_tool]
    async fn failed() -> Result<String, std::num::ParseIntError> {
        "x".parse::<u8>().map(|number| number.to_string())
    }
    #[mcp_tool]
    async fn refused() -> Result<String, ProtocolError> {
        Err(ProtocolError::new(7, "no").data(json!({ "why": 1 })))
    }
    #[mcp_tool]
    async fn marked() -> ToolResult {
        ToolResult::text("x").meta("com.example/a", json!(1))
    }
    let server = Server::new("t", "1")
        .tool(nothing)
        .tool(structured)
        .tool(pieces)
        .tool(failed)
        .tool(refused)
        .tool(marked);
    let ada = Caller::of(server.build().unwrap());

    assert_eq!(ada.calls("nothing", json!({})).await.result()["content"], json!([]));
    let structured = ada.calls("structured", json!({})).await;
    assert_eq!(structured.result()["structuredContent"], json!({ "total": 7 }));
    assert_eq!(structured.text(), r#"{"total":7}"#);
    assert_eq!(ada.calls("pieces", json!({})).await.result()["content"][1]["text"], "b");
    assert_eq!(ada.calls("failed", json!({})).await.failure(), "invalid digit found in string");
    let refused = ada.calls("refused", json!({})).await;
    assert_eq!((refused.code(), refused.error(), refused.data()), (7, "no", &json!({ "why": 1 })));
    let marked = ada.calls("marked", json!({})).await;
    assert_eq!(marked.result()["_meta"]["com.example/a"], 1);
    assert_eq!(marked.result()["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "t");
}

#[tokio::test]
async fn a_result_that_says_who_made_it_says_it_once() {
    let tool = Tool::new("t").handler(|_, _| {
        Box::pin(async {
            ToolResult::text("x")
                .meta("io.modelcontextprotocol/serverInfo", json!({ "name": "me", "version": "2" }))
        })
    });
    let said = Caller::of(server_of(tool)).calls("t", json!({})).await;
    assert_eq!(said.raw().matches("serverInfo").count(), 1, "{}", said.raw());
}

/// Panics when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "secret of the destructor");
    }
}

fn panics() -> Server {
    let at_once = Tool::new("at_once").handler(|_, arguments| {
        let number = arguments["n"].as_u64().expect("secret of the closure");
        Box::pin(async move { number.to_string() })
    });
    let later = Tool::new("later").handler(|cx, _| {
        Box::pin(async move {
            let name = cx.elicit::<Name>("Who?").key("who").await;
            assert!(name.accepted().is_none(), "secret of the body");
            "fine"
        })
    });
    let suspended = Tool::new("suspended").handler(|cx, _| {
        Box::pin(async move {
            let _grenade = Grenade;
            let _ = cx.elicit::<Name>("Who?").key("who").await;
            "fine"
        })
    });
    let slow = Tool::new("slow").handler(|_, _| {
        Box::pin(async move {
            let _grenade = Grenade;
            std::future::pending::<&str>().await
        })
    });
    let asks = Tool::new("asks").handler(|cx, _| {
        Box::pin(async move {
            cx.elicit::<Name>("Who?").key("who").await.accepted().map_or("-".into(), |n| n.name)
        })
    });
    let server =
        Server::new("t", "1").request_state(sealing()).call_timeout(Duration::from_secs(5));
    server.tool(at_once).tool(later).tool(suspended).tool(slow).tool(asks).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_its_own_call_alone() {
    let ada = Caller::who_can_be_asked(panics());
    let other = ada.calls("asks", json!({})).await;
    let later = ada.calls("later", json!({})).await;
    for said in [
        ada.calls("at_once", json!({})).await,
        ada.answers(&later, [("who", named("x"))]).await,
        ada.calls("suspended", json!({})).await,
        ada.calls("slow", json!({})).await,
    ] {
        assert_eq!((said.code(), said.error()), (-32_603, "internal error"));
    }
    assert_eq!(ada.answers(&other, [("who", named("x"))]).await.text(), "x");
    assert_eq!(ada.calls("at_once", json!({ "n": 1 })).await.text(), "1");
}

#[tokio::test(start_paused = true)]
async fn an_internal_error_stays_inside() {
    let log = mcp_tests::Log::open();
    let ada = Caller::who_can_be_asked(panics());
    let later = ada.calls("later", json!({})).await;
    for (said, secret) in [
        (ada.calls("at_once", json!({})).await, "secret of the closure"),
        (ada.answers(&later, [("who", named("x"))]).await, "secret of the body"),
        (ada.calls("suspended", json!({})).await, "secret of the destructor"),
    ] {
        assert!(!said.raw().contains("secret"), "{}", said.raw());
        assert!(log.text().contains(secret), "{}", log.text());
        assert!(log.text().contains("a handler panicked"), "{}", log.text());
    }
}

#[tokio::test]
async fn suspending_runs_the_destructors_of_the_handler() {
    struct Guard(Arc<AtomicBool>);
    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let rolled_back = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&rolled_back);
    let tool = Tool::new("transaction").handler(move |cx, _| {
        let flag = Arc::clone(&flag);
        Box::pin(async move {
            let _guard = Guard(flag);
            let _ = cx.elicit::<Name>("Who?").key("who").await;
        })
    });
    Caller::who_can_be_asked(server_of(tool)).calls("transaction", json!({})).await.keys();
    assert!(rolled_back.load(Ordering::Relaxed));
}

#[tokio::test]
async fn the_context_tells_who_calls_and_how() {
    let tool = Tool::new("who").handler(|cx, _| {
        Box::pin(async move {
            let client = cx.client().map(|client| client.name);
            let subject = cx.principal().and_then(|principal| principal.subject.clone());
            let asks = cx.supports(Capability::ElicitationUrl);
            format!(
                "{client:?} {subject:?} {} {asks} {:?}",
                cx.revision().as_str(),
                cx.state::<u8>()
            )
        })
    });
    let server = Server::new("t", "1").state(7_u8).tool(tool).build().unwrap();
    let ada = Caller::of(server);
    assert_eq!(
        ada.calls("who", json!({})).await.text(),
        "Some(\"ada\") None 2026-07-28 false Some(7)"
    );
    let known = ada
        .who_is(mcp_runtime::Principal::new().subject("u1"))
        .who_declares(json!({ "elicitation": { "url": {} } }));
    assert_eq!(
        known.calls("who", json!({})).await.text(),
        "Some(\"ada\") Some(\"u1\") 2026-07-28 true Some(7)"
    );
}

#[tokio::test]
async fn a_value_as_an_argument_may_be_anything() {
    #[mcp_tool]
    async fn any(value: Value) -> String {
        value.to_string()
    }
    let ada = Caller::of(server_of(any));
    for value in [
        json!("é\u{0}\u{2028}"),
        json!({ "__proto__": { "constructor": 1 } }),
        json!([[], {}]),
        json!(u64::MAX),
    ] {
        let said = ada.calls("any", json!({ "value": value })).await;
        assert_eq!(serde_json::from_str::<Value>(said.text()).unwrap(), value);
    }
}
