//! Headers that repeat arguments (`Mcp-Param-…`). Spec: "Custom Headers from Tool Parameters".

use mcp_runtime::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::serve_all;

fn routed(arguments: Value) -> Post {
    Post::call("routed", arguments)
}

#[tokio::test]
async fn headers_that_repeat_arguments_agree_with_them() {
    let served = serve_all().await;
    let arguments = json!({ "region": "north", "count": 42, "urgent": true });

    let post = routed(arguments)
        .with("Mcp-Param-Region", "north")
        .with("mcp-param-count", "42")
        .with("MCP-PARAM-URGENT", " true ");

    assert_eq!(ask(served.address, &post).await.text(), "north Some(42) Some(true)");
}

#[tokio::test]
async fn an_argument_that_is_absent_or_null_has_no_header() {
    let served = serve_all().await;
    for arguments in [json!({ "region": "north" }), json!({ "region": "north", "count": null })] {
        let post = routed(arguments).with("Mcp-Param-Region", "north");
        assert_eq!(ask(served.address, &post).await.text(), "north None None");

        for extra in ["", "0", "null"] {
            let answer = ask(served.address, &post.clone().with("Mcp-Param-Count", extra)).await;
            assert_eq!((answer.status, answer.code()), (400, -32_020), "{extra:?}");
        }
    }
}

#[tokio::test]
async fn a_header_that_lies_about_an_argument_is_a_mismatch() {
    let served = serve_all().await;
    let arguments = json!({ "region": "north", "count": 42, "urgent": false });
    let right = || {
        routed(arguments.clone())
            .with("Mcp-Param-Region", "north")
            .with("Mcp-Param-Count", "42")
            .with("Mcp-Param-Urgent", "false")
    };
    for (what, post) in [
        ("missing text", right().without("Mcp-Param-Region")),
        ("missing number", right().without("Mcp-Param-Count")),
        ("missing boolean", right().without("Mcp-Param-Urgent")),
        ("other text", right().instead("Mcp-Param-Region", "south")),
        ("text in capitals", right().instead("Mcp-Param-Region", "North")),
        ("other number", right().instead("Mcp-Param-Count", "43")),
        ("a sign", right().instead("Mcp-Param-Count", "+42")),
        ("zeros", right().instead("Mcp-Param-Count", "042")),
        ("an exponent", right().instead("Mcp-Param-Count", "42e0")),
        ("other boolean", right().instead("Mcp-Param-Urgent", "true")),
        ("a boolean in capitals", right().instead("Mcp-Param-Urgent", "False")),
        ("a boolean that is a number", right().instead("Mcp-Param-Urgent", "0")),
        ("twice the same", right().with("Mcp-Param-Region", "north")),
        ("twice", right().with("Mcp-Param-Region", "south")),
        ("bad padding", right().instead("Mcp-Param-Region", "=?base64?bm9ydGg?=")),
        ("bad characters", right().instead("Mcp-Param-Region", "=?base64?bm9!!!ydGg=?=")),
        ("bad UTF-8", right().instead("Mcp-Param-Region", "=?base64?/w==?=")),
        ("half a marker", right().instead("Mcp-Param-Region", "=?base64?bm9ydGg=")),
    ] {
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, -32_020), "{what}");
    }
    assert_eq!(served.watch.runs(), 0, "no handler has run");
    assert!(ask(served.address, &right()).await.text().starts_with("north"));
}

#[tokio::test]
async fn text_may_be_anything_in_the_base64_form() {
    let served = serve_all().await;
    for (text, header) in [
        ("Hello", "=?base64?SGVsbG8=?="),
        ("SGVsbG8=", "SGVsbG8="),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
        ("Zürich", "=?base64?WsO8cmljaA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("a\nb", "=?base64?YQpi?="),
        ("", "=?base64??="),
        ("", ""),
        ("two words", "two words"),
    ] {
        let post = routed(json!({ "region": text })).with("Mcp-Param-Region", header);
        assert_eq!(ask(served.address, &post).await.text(), format!("{text} None None"));
    }
}

#[tokio::test]
async fn whole_numbers_agree_by_value() {
    let served = serve_all().await;
    for (number, header) in [
        ("42", "42.0"),
        ("42.0", "42"),
        ("-7", "-7"),
        ("0", "0"),
        ("9007199254740993", "9007199254740993"),
    ] {
        let mut post = routed(json!({ "region": "n", "count": "NUMBER" }))
            .with("Mcp-Param-Region", "n")
            .with("Mcp-Param-Count", header);
        post.body = post.body.replace("\"NUMBER\"", number);
        let answer = ask(served.address, &post).await;
        assert_eq!(answer.status, 200, "{number} and {header}: {:?}", answer.json());
    }
    let mut post = routed(json!({ "region": "n", "count": "NUMBER" }))
        .with("Mcp-Param-Region", "n")
        .with("Mcp-Param-Count", "9007199254740992");
    post.body = post.body.replace("\"NUMBER\"", "9007199254740993");
    assert_eq!(
        ask(served.address, &post).await.code(),
        -32_020,
        "a float would not tell them apart"
    );
}

#[tokio::test]
async fn an_argument_deep_inside_has_its_header_too() {
    let served = serve_all().await;
    let call = || Post::call("nested", json!({ "to": { "zone": "b" } }));

    assert_eq!(ask(served.address, &call().with("Mcp-Param-Zone", "b")).await.text(), "delivered");
    assert_eq!(ask(served.address, &call()).await.code(), -32_020);
    assert_eq!(ask(served.address, &call().with("Mcp-Param-Zone", "a")).await.code(), -32_020);

    let without = || Post::call("nested", json!({ "to": {} }));
    assert_eq!(ask(served.address, &without()).await.text(), "delivered");
    assert_eq!(ask(served.address, &without().with("Mcp-Param-Zone", "b")).await.code(), -32_020);
}

#[tokio::test]
async fn headers_of_no_argument_of_the_tool_are_ignored() {
    let served = serve_all().await;

    let post = Post::call("echo", json!({ "text": "hi" })).with("Mcp-Param-Region", "north");

    assert_eq!(ask(served.address, &post).await.text(), "hi");
}

/// Two readers of one body could take two values from it.
#[tokio::test]
async fn an_argument_that_is_there_twice_never_reaches_a_handler() {
    let served = serve_all().await;
    let mut post = routed(json!({ "region": "north" })).with("Mcp-Param-Region", "north");
    post.body = post.body.replace(r#""region":"north""#, r#""region":"south","region":"north""#);
    let mut client = Client::to(served.address).await;

    let answer = client.ask(&post).await;

    let refused = answer.status == 400 || answer.json()["result"]["isError"] == true;
    assert!(refused, "{:?}", answer.json());
    assert_eq!(served.watch.runs(), 0);
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
