//! Headers that repeat annotated arguments: `Mcp-Param-…`.

use mcp_runtime::prelude::*;
use serde_json::{Value, json};

use crate::client::ask;
use crate::post::Post;
use crate::serve::serve_all;

const HEADER_MISMATCH: i64 = -32_020;

fn routed(arguments: Value) -> Post {
    Post::call("routed", arguments)
}

#[tokio::test]
async fn an_annotated_argument_has_its_header() {
    let served = serve_all().await;
    let all = json!({ "region": "eu", "count": 42, "urgent": true });
    let with = |count: &str, urgent: &str| {
        routed(all.clone())
            .with("Mcp-Param-Region", "eu")
            .with("mcp-param-count", count)
            .with("MCP-PARAM-URGENT", urgent)
    };

    for count in ["42", "42.0"] {
        let answer = ask(served.address, &with(count, "true")).await;
        assert_eq!(answer.text(), "eu Some(42) Some(true)", "{count}");
    }
    for (count, urgent) in
        [("43", "true"), ("42.5", "true"), ("", "true"), ("42", "1"), ("42", "True")]
    {
        let answer = ask(served.address, &with(count, urgent)).await;
        assert_eq!((answer.status, answer.code()), (400, HEADER_MISMATCH), "{count} {urgent}");
    }
    assert_eq!(served.watch.runs(), 2);
}

#[tokio::test]
async fn an_argument_that_is_not_there_has_no_header() {
    let served = serve_all().await;
    let post = |arguments| routed(arguments).with("Mcp-Param-Region", "eu");

    for arguments in [json!({ "region": "eu" }), json!({ "region": "eu", "count": null })] {
        assert_eq!(ask(served.address, &post(arguments)).await.text(), "eu None None");
    }
    let extra = post(json!({ "region": "eu" })).with("Mcp-Param-Count", "42");
    let missing = routed(json!({ "region": "eu" }));
    let twice = post(json!({ "region": "eu" })).with("Mcp-Param-Region", "eu");
    for wrong in [extra, missing, twice] {
        let answer = ask(served.address, &wrong).await;
        assert_eq!((answer.status, answer.code()), (400, HEADER_MISMATCH), "{wrong:?}");
    }
    let unknown = post(json!({ "region": "eu" })).with("Mcp-Param-Unknown", "x");
    assert_eq!(ask(served.address, &unknown).await.text(), "eu None None");
}

#[tokio::test]
async fn text_that_is_not_plain_ascii_travels_as_base64() {
    let served = serve_all().await;
    for (value, header) in [
        ("Zürich", "=?base64?WsO8cmljaA==?="),
        ("Hello", "=?base64?SGVsbG8=?="),
        ("SGVsbG8=", "SGVsbG8="),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
        ("two  words", "two  words"),
        ("", "=?base64??="),
    ] {
        let post = routed(json!({ "region": value })).with("Mcp-Param-Region", header);
        assert_eq!(
            ask(served.address, &post).await.text(),
            format!("{value} None None"),
            "{header}"
        );
    }
}

#[tokio::test]
async fn an_argument_deep_inside_has_its_header_too() {
    let served = serve_all().await;
    let post = || Post::call("nested", json!({ "to": { "zone": "north" } }));

    let right = ask(served.address, &post().with("Mcp-Param-Zone", "north")).await;
    let wrong = ask(served.address, &post().with("Mcp-Param-Zone", "south")).await;

    assert_eq!(right.text(), "delivered");
    assert_eq!(wrong.code(), HEADER_MISMATCH);
    assert_eq!(ask(served.address, &post()).await.code(), HEADER_MISMATCH);
}

#[test]
fn a_tool_whose_annotation_is_invalid_does_not_register() {
    for (properties, problem) in [
        (json!({ "a": { "type": "string", "x-mcp-header": "a b" } }), "argument `a`"),
        (json!({ "a": { "type": "number", "x-mcp-header": "A" } }), "whole numbers"),
        (
            json!({ "a": { "type": "array", "items": { "type": "string", "x-mcp-header": "A" } } }),
            "inside lists",
        ),
        (
            json!({ "a": { "type": "string", "x-mcp-header": "A" }, "b": { "type": "string", "x-mcp-header": "a" } }),
            "two arguments",
        ),
    ] {
        let tool = Tool::new("t")
            .input_schema(json!({ "type": "object", "properties": properties }))
            .handler(|_, _| Box::pin(async { "never" }));
        let errors = Server::new("t", "1").tool(tool).build().unwrap_err().to_string();
        assert!(errors.contains("tool `t`") && errors.contains(problem), "{errors}");
    }
}
