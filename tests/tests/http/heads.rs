//! Heads of requests: methods, paths, versions of HTTP, and heads that are too large, too slow or no heads at all.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn echo(text: &str) -> Post {
    Post::call("echo", json!({ "text": text }))
}

#[tokio::test]
async fn only_post_is_served() {
    let served = serve_all().await;
    for method in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "post", "LIST"] {
        let answer =
            ask(served.address, &Post::list().line(&format!("{method} /mcp HTTP/1.1"))).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")), "{method}");
        assert!(answer.problem().contains("POST"));
    }
}

#[tokio::test]
async fn a_get_without_a_body_is_answered_on_a_connection_that_goes_on() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n").await;
    assert_eq!(client.answer().await.status, 405);
    assert_eq!(client.ask(&echo("still here")).await.text(), "still here");
}

#[tokio::test]
async fn a_head_alone_is_answered_with_a_head_alone() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send("HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(client.head().await.status, 405);
    assert_eq!(client.ask(&echo("next")).await.text(), "next");
}

#[tokio::test]
async fn another_path_is_not_found_and_told_the_right_one() {
    let served = serve_all().await;
    for path in ["/", "/mcp/", "/MCP", "/mcp/x", "//mcp", "/sse"] {
        let answer =
            ask(served.address, &Post::list().line(&format!("POST {path} HTTP/1.1"))).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.problem().contains("/mcp"), "{path}");
    }
    let with_query = Post::list().line("POST /mcp?key=value HTTP/1.1");
    assert_eq!(ask(served.address, &with_query).await.status, 200);
}

#[tokio::test]
async fn the_path_can_be_another_one() {
    for path in ["/tools/v1", "tools/v1"] {
        let served = serve(HttpOptions::new().path(path)).await;
        let post = Post::list().line("POST /tools/v1 HTTP/1.1");
        assert_eq!(ask(served.address, &post).await.status, 200, "{path}");
        assert_eq!(ask(served.address, &Post::list()).await.status, 404);
    }
}

#[tokio::test]
async fn requests_that_were_sent_at_once_are_answered_in_turn() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    let bytes: Vec<u8> = (0..10).flat_map(|number| echo(&number.to_string()).bytes()).collect();

    client.send(bytes).await;

    for number in 0..10 {
        assert_eq!(client.answer().await.text(), number.to_string());
    }
}

#[tokio::test]
async fn http_1_0_gets_one_answer_and_the_end_of_the_connection() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send(echo("old").line("POST /mcp HTTP/1.0").bytes()).await;
    assert_eq!(client.answer().await.text(), "old");
    assert!(client.is_closed().await);
}

/// HTTP/1.0 has no chunks: a stream ends with its connection.
#[tokio::test]
async fn http_1_0_can_read_a_stream() {
    let served = serve_all().await;
    let params = json!({ "name": "steps", "_meta": { "progressToken": 1 } });
    let post = Post::request("tools/call", params).line("POST /mcp HTTP/1.0");
    let answer = ask(served.address, &post).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert!(String::from_utf8(answer.body).unwrap().contains("\"done\""));
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let served = serve_all().await;
    for head in [
        Post::list().with("X-Large", &"x".repeat(200 * 1024)),
        (0..200).fold(Post::list(), |post, n| post.with(&format!("X-Header-{n}"), "x")),
        Post::list().line(&format!("POST /{} HTTP/1.1", "x".repeat(200 * 1024))),
    ] {
        let mut client = Client::to(served.address).await;
        client.try_send(head.bytes()).await;
        let answer = client.head().await;
        assert!(matches!(answer.status, 414 | 431), "{}", answer.status);
    }
    let some = Post::list().with("Authorization", &format!("Bearer {}", "x".repeat(16 * 1024)));
    assert_eq!(ask(served.address, &some).await.status, 200, "a token may be long");
}

#[tokio::test]
async fn what_is_no_http_is_refused() {
    let served = serve_all().await;
    for bytes in [
        "hello\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\x7c\x03\x03 a hello of TLS\r\n\r\n",
    ] {
        let mut client = Client::to(served.address).await;
        client.send(bytes).await;
        assert_eq!(client.head().await.status, 400, "{bytes:?}");
    }
    assert_eq!(ask(served.address, &Post::list()).await.status, 200);
}

#[tokio::test]
async fn a_head_that_is_slow_loses_its_connection() {
    let served = serve(HttpOptions::new().header_timeout(Duration::from_millis(100))).await;
    for begun in ["", "POST /mcp HT", "POST /mcp HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut client = Client::to(served.address).await;
        client.send(begun).await;
        assert!(client.is_closed().await, "{begun:?}");
    }
}

#[tokio::test]
async fn a_connection_that_is_idle_ends_and_one_that_waits_for_its_answer_does_not() {
    let served = serve(HttpOptions::new().header_timeout(Duration::from_millis(100))).await;
    let mut idle = Client::to(served.address).await;
    let mut waiting = Client::to(served.address).await;

    waiting.send(Post::call("wait", json!({})).bytes()).await;
    assert_eq!(idle.ask(&echo("hi")).await.text(), "hi");
    assert!(idle.is_closed().await);

    tokio::time::sleep(Duration::from_millis(300)).await;
    served.watch.go_on.add_permits(1);
    assert_eq!(waiting.answer().await.text(), "done");
}
