//! Each row of the table of statuses, and the order of the checks. Spec: basic/transports, "Streamable HTTP".

use serde_json::{Value, json};

use crate::client::{Client, ask};
use crate::post::{Post, request};
use crate::serve::serve_all;

#[tokio::test]
async fn a_result_is_one_document_of_known_length() {
    let served = serve_all().await;

    let answer = ask(served.address, &Post::call("echo", json!({ "text": "hello" }))).await;

    assert_eq!(answer.text(), "hello");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("content-length"), Some(&*answer.body.len().to_string()));
    assert_eq!(answer.json()["result"]["resultType"], "complete");
    assert!(answer.header("mcp-session-id").is_none());
}

#[tokio::test]
async fn many_requests_share_a_connection() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;

    for number in 0..50 {
        let text = number.to_string();
        let answer = client.ask(&Post::call("echo", json!({ "text": text }))).await;
        assert_eq!(answer.text(), text);
    }
}

#[tokio::test]
async fn a_posted_notification_is_accepted_without_a_body() {
    let served = serve_all().await;
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/whatever"}"#,
    ] {
        let answer = ask(served.address, &Post::raw(body)).await;
        assert_eq!((answer.status, answer.body.len()), (202, 0));
    }
}

#[tokio::test]
async fn a_posted_response_is_refused() {
    let served = serve_all().await;
    for body in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
    ] {
        let answer = ask(served.address, &Post::raw(body)).await;
        assert_eq!(answer.status, 400);
        assert!(answer.problem().contains("response"), "{answer:?}");
    }
}

#[tokio::test]
async fn what_is_no_message_is_a_bad_request() {
    let served = serve_all().await;
    for (body, code) in [
        ("", -32_700),
        ("{", -32_700),
        ("hello", -32_700),
        ("[]", -32_600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#, -32_600),
        ("{}", -32_600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, -32_600),
    ] {
        let answer = ask(served.address, &Post::raw(body)).await;
        assert_eq!(answer.status, 400, "{body}");
        assert_eq!(answer.json()["error"]["code"], code, "{body}");
    }
    let bytes = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 2\r\n\r\n\xff\xfe";
    let mut client = Client::to(served.address).await;
    client.send(bytes).await;
    assert_eq!(client.answer().await.json()["error"]["code"], -32_700);
}

#[tokio::test]
async fn methods_that_are_not_served_are_not_found() {
    let served = serve_all().await;
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "prompts/list",
        "resources/list",
        "tasks/get",
        "unknown/method",
        "",
    ] {
        let answer = ask(served.address, &Post::request(method, json!({}))).await;
        assert_eq!((answer.status, answer.code()), (404, -32_601), "{method}");
    }
}

#[tokio::test]
async fn what_is_missing_in_meta_is_a_bad_request() {
    let served = serve_all().await;
    for (member, value) in [
        ("protocolVersion", Value::Null),
        ("protocolVersion", json!(20_260_728)),
        ("clientCapabilities", Value::Null),
        ("clientCapabilities", json!("all")),
        ("clientInfo", json!("me")),
        ("logLevel", json!("loud")),
    ] {
        let mut message = request("server/discover", json!({}));
        let meta = message["params"]["_meta"].as_object_mut().unwrap();
        let member = format!("io.modelcontextprotocol/{member}");
        match value {
            Value::Null => meta.remove(&member),
            value => meta.insert(member.clone(), value),
        };
        let answer = ask(served.address, &Post::of(&message)).await;
        assert_eq!((answer.status, answer.code()), (400, -32_602), "{member}");
    }
    let bare = json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover" });
    let answer = ask(served.address, &Post::of(&bare)).await;
    assert_eq!((answer.status, answer.code()), (400, -32_602));
}

#[tokio::test]
async fn a_version_that_is_not_served_is_answered_with_those_that_are() {
    let served = serve_all().await;
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "v999.0.0" });
    let post = Post::request("server/discover", json!({ "_meta": meta }));

    let answer = ask(served.address, &post).await;

    assert_eq!((answer.status, answer.code()), (400, -32_022));
    let data = &answer.json()["error"]["data"];
    assert_eq!(*data, json!({ "supported": ["2026-07-28"], "requested": "v999.0.0" }));
}

#[tokio::test]
async fn what_only_a_handler_knows_has_the_status_of_its_error() {
    let served = serve_all().await;

    let unknown = ask(served.address, &Post::call("nothing", json!({}))).await;
    assert_eq!((unknown.status, unknown.code()), (400, -32_602));

    let cannot = json!({ "io.modelcontextprotocol/clientCapabilities": {} });
    let params = json!({ "name": "greet", "arguments": { "greeting": "Hi" }, "_meta": cannot });
    let cannot = ask(served.address, &Post::request("tools/call", params)).await;
    assert_eq!((cannot.status, cannot.code()), (400, -32_021));
    let required = &cannot.json()["error"]["data"]["requiredCapabilities"];
    assert!(required["elicitation"].is_object(), "{required}");

    let wrong = ask(served.address, &Post::call("echo", json!({ "text": 1 }))).await;
    assert_eq!((wrong.status, &wrong.json()["result"]["isError"]), (200, &Value::Bool(true)));

    let failed = ask(served.address, &Post::call("fails", json!({}))).await;
    assert_eq!((failed.status, failed.code()), (200, -32_603));
}

/// Two things are wrong; the earlier check is the one that answers.
#[tokio::test]
async fn checks_have_an_order() {
    let served = serve_all().await;
    let other_version = json!({ "io.modelcontextprotocol/protocolVersion": "v999.0.0" });
    let without_capabilities = |version: &str| {
        let mut message = request("tools/call", json!({ "name": "routed", "arguments": {} }));
        let meta = message["params"]["_meta"].as_object_mut().unwrap();
        meta.remove("io.modelcontextprotocol/clientCapabilities");
        meta["io.modelcontextprotocol/protocolVersion"] = json!(version);
        Post::of(&message)
    };
    let cases = [
        (
            "no claim, before headers",
            Post::of(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} }))
                .without("Mcp-Method"),
            -32_602,
        ),
        (
            "another version in the header, before one that is not served",
            Post::request("tools/list", json!({ "_meta": other_version }))
                .instead("MCP-Protocol-Version", "2026-07-28"),
            -32_020,
        ),
        (
            "one that is not served, before the rest of `_meta`",
            without_capabilities("v999.0.0"),
            -32_022,
        ),
        (
            "the rest of `_meta`, before the method",
            without_capabilities("2026-07-28").without("Mcp-Method"),
            -32_602,
        ),
        (
            "the method in the header, before whether there is one",
            Post::request("ping", json!({})).instead("Mcp-Method", "pong"),
            -32_020,
        ),
        (
            "the name in the header, before whether there is a tool",
            Post::call("nothing", json!({})).instead("Mcp-Name", "echo"),
            -32_020,
        ),
        (
            "whether there is a tool, before its arguments",
            Post::call("nothing", json!([])),
            -32_602,
        ),
        (
            "an argument in a header, before what the handler needs",
            Post::call("routed", json!({ "region": "north", "count": "many" })),
            -32_020,
        ),
    ];
    for (what, post, code) in cases {
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, code), "{what}");
    }
    assert_eq!(served.watch.runs(), 0);
}
