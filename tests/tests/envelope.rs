//! What a server makes of bytes, messages and `_meta`, before any tool is looked for.

use mcp_runtime::{Server, Tool};
use mcp_tests::{Caller, server_of};
use serde_json::{Value, json};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const INFO: &str = "io.modelcontextprotocol/clientInfo";

fn server() -> Server {
    server_of(Tool::new("hello").handler(|_, _| Box::pin(async { "Hello!" })))
}

fn ada() -> Caller {
    Caller::of(server())
}

async fn says_hello(ada: &Caller) {
    assert_eq!(ada.calls("hello", json!({})).await.text(), "Hello!");
}

#[tokio::test]
async fn no_bytes_bring_the_server_down() {
    let ada = ada();
    let pieces = [
        "{", "}", "[", "]", "\"", ":", ",", "null", "1e999", "\u{0}", "\\u0000", "\u{feff}", "é",
        "id",
    ];
    let mut seed = 1_u64;
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(pieces[usize::try_from(seed >> 33).unwrap() % pieces.len()]);
        }
        let said = ada.sends(text.clone()).await.expect("it is no notification");
        assert!([-32_700, -32_600].contains(&said.code()), "{text}: {}", said.raw());
    }
    assert_eq!(ada.sends(b"\xff\xfe{}".to_vec()).await.unwrap().code(), -32_700);
    says_hello(&ada).await;
}

#[tokio::test]
async fn every_prefix_of_a_message_is_refused() {
    let ada = ada();
    let message = ada.round("hello").message();
    for end in 0..message.len() {
        let said = ada.sends(&message.as_bytes()[..end]).await.unwrap();
        assert_eq!(said.code(), -32_700, "{}", &message[..end]);
        assert!(said.message().get("id").is_none(), "no id could be read");
    }
}

#[tokio::test]
async fn a_batch_is_refused_as_a_whole() {
    let ada = ada();
    let one = ada.round("hello").message();
    for batch in
        [format!("[{one}]"), format!("[{one},{one}]"), "[]".to_owned(), format!("  [{one}]")]
    {
        let said = ada.sends(batch.clone()).await.unwrap();
        assert_eq!(said.code(), -32_600, "{batch}");
        assert_eq!(
            said.error(),
            "batches are not part of this revision: send one message at a time"
        );
    }
}

#[tokio::test]
async fn a_list_does_not_pass_for_a_message() {
    let ada = ada();
    let meta = json!([null, null, null, null, null, null, ["2026-07-28", {}]]);
    for list in [
        json!(["2.0", 1, "server/discover", { "_meta": ada.meta() }]),
        json!(["2.0", 1, "server/discover", meta]),
    ] {
        assert_eq!(ada.sends(list.to_string()).await.unwrap().code(), -32_600, "{list}");
    }
    for params in [meta, json!([]), json!(["hello"]), json!({ "_meta": ["2026-07-28", {}] })] {
        assert_eq!(
            ada.requests("server/discover", params.clone()).await.code(),
            -32_602,
            "{params}"
        );
    }
    let lists = ada.clone().who_declares(json!([{}, {}, {}]));
    assert_eq!(lists.calls_wrongly().await, -32_602);
}

trait Wrongly {
    async fn calls_wrongly(&self) -> i64;
}

impl Wrongly for Caller {
    async fn calls_wrongly(&self) -> i64 {
        self.round("hello").wrongly().send().await.code()
    }
}

#[tokio::test]
async fn an_error_has_the_id_of_its_request_as_it_was_written() {
    let ada = ada();
    for id in ["7", "-7", "\"7\"", "\"\"", "\"a\\\"b\\u0041\"", "123456789012345678901234567890"] {
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"nothing","params":{{"_meta":{}}}}}"#,
            ada.meta()
        );
        let said = ada.sends(text).await.unwrap();
        assert_eq!(said.code(), -32_601);
        assert!(said.raw().contains(&format!("\"id\":{id},")), "{}", said.raw());
    }
    for id in ["null", "1.5", "{}", "[]", "true", "1e3"] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"nothing","params":{{}}}}"#);
        let said = ada.sends(text).await.unwrap();
        assert_eq!((said.code(), said.message().get("id")), (-32_600, None), "{id}");
    }
}

#[tokio::test]
async fn what_wants_no_answer_gets_none_however_it_looks() {
    let ada = ada();
    for text in [
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":7}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/of-tomorrow","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
    ] {
        let said = ada.sends(text).await;
        assert!(said.is_none(), "{text} got {}", said.unwrap().raw());
    }
}

#[tokio::test]
async fn meta_must_claim_a_version_and_declare_capabilities() {
    let ada = ada();
    let whole = ada.meta();
    let without = |key: &str| {
        let mut meta = whole.clone();
        meta.as_object_mut().unwrap().remove(key);
        meta
    };
    let with = |key: &str, value: Value| {
        let mut meta = whole.clone();
        meta[key] = value;
        meta
    };
    for (meta, named) in [
        (without(VERSION), VERSION),
        (with(VERSION, json!(null)), VERSION),
        (with(VERSION, json!(20_260_728)), VERSION),
        (with(VERSION, json!({})), VERSION),
        (without(CAPABILITIES), CAPABILITIES),
        (with(CAPABILITIES, json!(null)), CAPABILITIES),
        (with(CAPABILITIES, json!([])), CAPABILITIES),
        (with(CAPABILITIES, json!("elicitation")), CAPABILITIES),
        (with(CAPABILITIES, json!({ "elicitation": true })), "`elicitation` must be an object"),
        (with(CAPABILITIES, json!({ "elicitation": [] })), "`elicitation` must be an object"),
        (
            with(CAPABILITIES, json!({ "elicitation": { "url": 1 } })),
            "`elicitation.url` must be an object",
        ),
        (
            with(CAPABILITIES, json!({ "sampling": { "tools": [] } })),
            "`sampling.tools` must be an object",
        ),
        (with(CAPABILITIES, json!({ "roots": "x" })), "`roots` must be an object"),
        (with(INFO, json!("ada")), INFO),
        (json!({}), VERSION),
    ] {
        let said = ada.requests("tools/call", json!({ "name": "hello", "_meta": meta })).await;
        assert_eq!(said.code(), -32_602, "{meta}");
        assert!(said.error().contains(named), "{meta}: {}", said.error());
    }
    for params in
        [json!(null), json!({}), json!({ "_meta": null }), json!({ "_meta": 7 }), json!(7)]
    {
        assert_eq!(ada.requests("tools/call", params.clone()).await.code(), -32_602, "{params}");
    }
    says_hello(&ada).await;
}

#[tokio::test]
async fn what_meta_may_leave_out_is_not_missed() {
    let ada = ada();
    let meta = json!({ VERSION: "2026-07-28", CAPABILITIES: {}, INFO: null, "traceparent": 7, "com.example/x": [] });
    let said =
        ada.requests("tools/call", json!({ "name": "hello", "_meta": meta, "extra": 1 })).await;
    assert_eq!(said.text(), "Hello!");
}

#[tokio::test]
async fn a_member_that_is_there_twice_is_refused() {
    let ada = ada();
    let meta = ada.meta();
    for params in [
        format!(r#"{{"_meta":{meta},"_meta":{meta},"name":"hello"}}"#),
        format!(r#"{{"_meta":{meta},"name":"hello","name":"other"}}"#),
        format!(r#"{{"_meta":{meta},"name":"hello","requestState":"a","requestState":"b"}}"#),
        format!(
            r#"{{"_meta":{{"{VERSION}":"2026-07-28","{VERSION}":"2026-07-28","{CAPABILITIES}":{{}}}},"name":"hello"}}"#
        ),
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        assert_eq!(ada.sends(text.clone()).await.unwrap().code(), -32_602, "{text}");
    }
}

#[tokio::test]
async fn a_version_that_is_not_served_is_told_which_are_whatever_else_is_wrong() {
    let ada = ada();
    for version in ["2025-11-25", "2024-11-05", "2027-01-01", "", "banana", "2026-07-28 "] {
        for capabilities in [json!({}), json!(7)] {
            let meta = json!({ VERSION: version, CAPABILITIES: capabilities });
            let said = ada.requests("nothing", json!({ "_meta": meta })).await;
            assert_eq!(said.code(), -32_022);
            assert_eq!(said.data(), &json!({ "supported": ["2026-07-28"], "requested": version }));
        }
    }
}

#[tokio::test]
async fn a_client_of_the_handshake_era_is_told_what_is_served() {
    let ada = ada();
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "old", "version": "1" }
    });
    let said = ada.requests("initialize", params).await;
    assert_eq!(said.code(), -32_022);
    assert_eq!(said.data(), &json!({ "supported": ["2026-07-28"], "requested": "2025-11-25" }));

    let said = ada.requests("initialize", json!({})).await;
    assert_eq!(said.code(), -32_602);
    assert!(said.error().starts_with("`params.protocolVersion`: "), "{}", said.error());

    let said = ada.requests("ping", json!({})).await;
    assert_eq!(said.code(), -32_602);
    assert!(said.error().contains("2026-07-28"), "{}", said.error());
}

#[tokio::test]
async fn methods_that_are_gone_or_not_offered_are_unknown() {
    let ada = ada();
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "prompts/list",
        "resources/list",
        "completion/complete",
        "tools/Call",
        "",
        "tools/call ",
        "__proto__",
    ] {
        let said = ada.requests(method, json!({ "_meta": ada.meta() })).await;
        assert_eq!(
            (said.code(), said.error()),
            (-32_601, &*format!("there is no method {method:?}"))
        );
    }
    let long = "x".repeat(100_000);
    let said = ada.requests(&long, json!({ "_meta": ada.meta() })).await;
    assert!(said.raw().len() < 400, "what a client made up is not repeated at length");
}
