//! Headers that repeat the version, the method and the name of the body.

use serde_json::{Value, json};

use crate::client::ask;
use crate::post::{Post, request};
use crate::serve::serve_all;

const HEADER_MISMATCH: i64 = -32_020;

fn echo() -> Post {
    Post::call("echo", json!({ "text": "hello" }))
}

async fn refusals(posts: Vec<(&str, Post)>) {
    let served = serve_all().await;
    for (what, post) in posts {
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, HEADER_MISMATCH), "{what}");
    }
    assert_eq!(served.watch.runs(), 0);
}

#[tokio::test]
async fn a_header_that_is_missing_says_something_else_or_is_there_twice_is_a_contradiction() {
    let mut posts = Vec::new();
    for (name, other) in [
        ("MCP-Protocol-Version", "2025-11-25"),
        ("Mcp-Method", "prompts/list"),
        ("Mcp-Name", "greet"),
    ] {
        let own = match name {
            "MCP-Protocol-Version" => "2026-07-28",
            "Mcp-Method" => "tools/call",
            _ => "echo",
        };
        posts.push((name, echo().without(name)));
        posts.push((name, echo().instead(name, other)));
        posts.push((name, echo().instead(name, "")));
        posts.push((name, echo().instead(name, &own.to_ascii_uppercase()).with(name, "x")));
        posts.push((name, echo().with(name, own)));
        posts.push((name, echo().with(name, other)));
    }
    posts.push(("case matters", echo().instead("Mcp-Method", "TOOLS/CALL")));
    posts.push(("case matters", echo().instead("Mcp-Name", "ECHO")));
    refusals(posts).await;
}

#[tokio::test]
async fn names_of_headers_and_white_space_around_values_do_not_matter() {
    let served = serve_all().await;
    for post in [
        echo().without("Mcp-Method").with("MCP-METHOD", "tools/call"),
        echo().without("Mcp-Name").with("mcp-name", "  echo \t"),
        echo().instead("Mcp-Name", "=?base64?ZWNobw==?="),
    ] {
        assert_eq!(ask(served.address, &post).await.text(), "hello", "{post:?}");
    }
}

#[tokio::test]
async fn base64_that_cannot_be_read_is_refused_and_what_only_looks_like_it_is_literal() {
    let mut posts = Vec::new();
    for value in [
        "=?base64?ZWNobw?=",
        "=?base64?ZW!!o=?=",
        "=?base64?/w==?=",
        "ZWNobw==",
        "=?base64?ZWNobw==",
    ] {
        posts.push((value, echo().instead("Mcp-Name", value)));
    }
    refusals(posts).await;
}

#[tokio::test]
async fn a_contradiction_about_the_version_comes_before_what_is_wrong_with_the_version() {
    let served = serve_all().await;
    let future = |mut message: Value| {
        message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "v999.0.0".into();
        message
    };
    let call = request("tools/call", json!({ "name": "echo", "arguments": { "text": "x" } }));

    let other = Post::of(&future(call.clone())).instead("MCP-Protocol-Version", "2026-07-28");
    let both = Post::of(&future(call.clone()));
    let mut bare = call;
    bare["params"]["_meta"] = json!({});

    let answer = ask(served.address, &other).await;
    assert_eq!((answer.status, answer.code()), (400, HEADER_MISMATCH));
    let answer = ask(served.address, &both).await;
    assert_eq!((answer.status, answer.code()), (400, -32_022));
    assert_eq!(answer.json()["error"]["data"]["requested"], "v999.0.0");
    let answer = ask(served.address, &Post::of(&bare)).await;
    assert_eq!((answer.status, answer.code()), (400, -32_602));
}
