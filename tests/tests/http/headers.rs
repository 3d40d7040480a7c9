//! Headers that repeat the body: each must be there once and say the same. Spec: "Standard Request Headers".

use serde_json::json;

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::serve_all;

fn call() -> Post {
    Post::call("echo", json!({ "text": "hi" }))
}

#[tokio::test]
async fn a_header_that_is_missing_or_says_something_else_is_a_mismatch() {
    let served = serve_all().await;
    for (what, post) in [
        ("no version", call().without("MCP-Protocol-Version")),
        ("another version", call().instead("MCP-Protocol-Version", "2025-11-25")),
        ("an empty version", call().instead("MCP-Protocol-Version", "")),
        ("no method", call().without("Mcp-Method")),
        ("another method", call().instead("Mcp-Method", "tools/list")),
        ("a method in capitals", call().instead("Mcp-Method", "TOOLS/CALL")),
        ("no name", call().without("Mcp-Name")),
        ("another name", call().instead("Mcp-Name", "greet")),
        ("a name in capitals", call().instead("Mcp-Name", "Echo")),
        ("an empty name", call().instead("Mcp-Name", "")),
        ("another method of a list", Post::list().instead("Mcp-Method", "prompts/list")),
    ] {
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, -32_020), "{what}");
    }
    assert_eq!(served.watch.runs(), 0, "no handler has run");
}

#[tokio::test]
async fn a_header_that_is_there_twice_is_a_mismatch_even_if_both_agree() {
    let served = serve_all().await;
    for (name, value) in
        [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "echo")]
    {
        for second in [value, "another"] {
            for post in [
                call().with(name, second),
                call().without(name).with(name, second).with(&name.to_ascii_lowercase(), value),
            ] {
                let answer = ask(served.address, &post).await;
                assert_eq!((answer.status, answer.code()), (400, -32_020), "{name}: {second}");
            }
        }
    }
    assert_eq!(served.watch.runs(), 0);
}

#[tokio::test]
async fn names_of_headers_have_no_case_and_values_may_have_space_around() {
    let served = serve_all().await;
    let post = call()
        .without("MCP-Protocol-Version")
        .without("Mcp-Method")
        .without("Mcp-Name")
        .with("MCP-PROTOCOL-VERSION", "2026-07-28")
        .with("mcp-method", "  tools/call\t ")
        .with("mCp-NaMe", " \t echo  ");

    let answer = ask(served.address, &post).await;

    assert_eq!(answer.text(), "hi");
}

#[tokio::test]
async fn a_name_may_have_the_base64_form_and_nothing_that_looks_like_it() {
    let served = serve_all().await;
    let named = |name| call().instead("Mcp-Name", name);

    assert_eq!(ask(served.address, &named("=?base64?ZWNobw==?=")).await.text(), "hi");

    for lookalike in [
        "=?base64?ZWNobw?=",
        "=?base64?ZWN!bw==?=",
        "=?base64?/w==?=",
        "=?base64??=",
        "=?BASE64?ZWNobw==?=",
        "=?base64?ZWNobw==",
        "ZWNobw==",
        "=?base64?PT9iYXNlNjQ/WldOb2J3PT0/PQ==?=",
    ] {
        let answer = ask(served.address, &named(lookalike)).await;
        assert_eq!((answer.status, answer.code()), (400, -32_020), "{lookalike}");
    }
}

/// Whoever routes or filters by method and version compares them as they stand.
#[tokio::test]
async fn a_method_and_a_version_have_no_base64_form() {
    let served = serve_all().await;
    for post in [
        call().instead("Mcp-Method", "=?base64?dG9vbHMvY2FsbA==?="),
        call().instead("MCP-Protocol-Version", "=?base64?MjAyNi0wNy0yOA==?="),
    ] {
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, -32_020));
    }
    assert_eq!(served.watch.runs(), 0);
}

#[tokio::test]
async fn a_name_that_is_no_string_is_for_the_method_to_refuse() {
    let served = serve_all().await;
    for name in [json!(7), json!(null), json!(["echo"])] {
        let post = Post::request("tools/call", json!({ "name": name, "arguments": {} }));
        let answer = ask(served.address, &post).await;
        assert_eq!((answer.status, answer.code()), (400, -32_602), "{name}");
    }
}

#[tokio::test]
async fn what_is_not_ascii_in_a_header_is_a_mismatch() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;

    let bytes = call().instead("Mcp-Name", "PLACE").bytes();
    let at = bytes.windows(5).position(|window| window == b"PLACE").unwrap();
    let bytes = [&bytes[..at], b"ech\xc3\xb6", &bytes[at + 5..]].concat();
    client.send(bytes).await;

    let answer = client.answer().await;
    assert_eq!((answer.status, answer.code()), (400, -32_020));
}

#[tokio::test]
async fn headers_of_sessions_are_ignored() {
    let served = serve_all().await;

    let post = call().with("Mcp-Session-Id", "1234").with("Last-Event-ID", "7");
    let answer = ask(served.address, &post).await;

    assert_eq!(answer.text(), "hi");
    assert!(answer.header("mcp-session-id").is_none());
}
