//! Bodies that are missing, huge, slow, compressed, or not what their head says.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn small() -> HttpOptions {
    HttpOptions::new().max_body_bytes(1000)
}

#[tokio::test]
async fn no_body_is_no_message() {
    let served = serve_all().await;
    let head = Post::list().head();
    for rest in ["\r\n", "Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]
    {
        let mut client = Client::to(served.address).await;
        client.send(format!("{head}{rest}")).await;
        let answer = client.answer().await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32_700)));
    }
}

#[tokio::test]
async fn a_body_that_says_it_is_too_large_is_not_read() {
    let served = serve(small()).await;
    let mut client = Client::to(served.address).await;
    client.send(format!("{}Content-Length: 1001\r\n\r\n", Post::list().head())).await;

    let answer = client.answer().await;

    assert_eq!(answer.status, 413);
    assert!(answer.problem().contains("1000"));
    assert_eq!(answer.header("connection"), Some("close"));
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn a_body_that_becomes_too_large_is_not_read_on() {
    let served = serve(small()).await;
    let mut client = Client::to(served.address).await;
    client.send(format!("{}Transfer-Encoding: chunked\r\n\r\n", Post::list().head())).await;
    let chunk = format!("1f4\r\n{}\r\n", " ".repeat(500));
    client.send(format!("{chunk}{chunk}")).await;
    client.send("1\r\n \r\n").await;

    assert_eq!(client.answer().await.status, 413);
}

#[tokio::test]
async fn a_body_of_exactly_the_limit_is_read_however_it_is_cut() {
    let served = serve(small()).await;
    let post = Post::call("echo", json!({ "text": "hi" }));
    let body = format!("{}{}", post.body, " ".repeat(1000 - post.body.len()));
    let mut client = Client::to(served.address).await;

    client.send(format!("{}Transfer-Encoding: chunked\r\n\r\n", post.head())).await;
    for piece in body.as_bytes().chunks(7) {
        client.send(format!("{:x}\r\n{}\r\n", piece.len(), str::from_utf8(piece).unwrap())).await;
    }
    client.send("0\r\n\r\n").await;

    assert_eq!(client.answer().await.text(), "hi");
}

#[tokio::test]
async fn a_client_that_sends_on_still_reads_why_it_was_refused() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    let length = 32 * 1024 * 1024;
    client.send(format!("{}Content-Length: {length}\r\n\r\n", Post::list().head())).await;
    let piece = vec![b' '; 64 * 1024];
    for _ in 0..length / piece.len() {
        if !client.try_send(&piece).await {
            break;
        }
    }

    assert_eq!(client.answer().await.status, 413);
}

#[tokio::test]
async fn a_client_that_asks_first_is_told_before_it_sends() {
    let served = serve(small()).await;
    let head = Post::list().with("Expect", "100-continue").head();
    let mut client = Client::to(served.address).await;

    client.send(format!("{head}Content-Length: 2000\r\n\r\n")).await;

    assert_eq!(client.answer().await.status, 413);
}

#[tokio::test]
async fn a_body_that_is_slow_is_timed_out() {
    let served = serve(HttpOptions::new().body_timeout(Duration::from_millis(100))).await;
    for head in ["Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"] {
        let mut client = Client::to(served.address).await;
        client.send(format!("{}{head}", Post::list().head())).await;

        let answer = client.answer().await;

        assert_eq!(answer.status, 408);
        assert!(answer.problem().contains("too long"), "{answer:?}");
        assert!(client.is_closed().await);
    }
}

#[tokio::test]
async fn a_body_that_keeps_coming_byte_by_byte_is_timed_out_too() {
    let served = serve(HttpOptions::new().body_timeout(Duration::from_millis(200))).await;
    let mut client = Client::to(served.address).await;
    client.send(format!("{}Content-Length: 100000\r\n\r\n", Post::list().head())).await;

    let drip = async {
        while client.try_send(" ").await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };

    crate::client::soon(drip).await;
}

#[tokio::test]
async fn a_body_must_be_json_and_plain() {
    let served = serve_all().await;
    let list = Post::list;
    for (what, post) in [
        ("gzip", list().with("Content-Encoding", "gzip")),
        ("br", list().with("Content-Encoding", "br")),
        (
            "two encodings",
            list().with("Content-Encoding", "identity").with("Content-Encoding", "gzip"),
        ),
        ("no type", list().without("Content-Type")),
        ("text", list().instead("Content-Type", "text/plain")),
        ("a form", list().instead("Content-Type", "application/x-www-form-urlencoded")),
        ("something like JSON", list().instead("Content-Type", "application/json-seq")),
    ] {
        let answer = ask(served.address, &post).await;
        assert_eq!(answer.status, 415, "{what}");
        answer.problem();
    }
    for post in [
        list().instead("Content-Type", "application/json; charset=utf-8"),
        list().instead("Content-Type", "Application/JSON"),
        list().with("Content-Encoding", "identity"),
    ] {
        assert_eq!(ask(served.address, &post).await.status, 200);
    }
}

#[tokio::test]
async fn an_answer_must_be_acceptable() {
    let served = serve_all().await;
    let accepts = |kinds: &str| Post::list().instead("Accept", kinds);
    for kinds in ["text/html", "text/event-stream", "image/*, text/plain", ""] {
        let answer = ask(served.address, &accepts(kinds)).await;
        assert_eq!(answer.status, 406, "{kinds}");
        answer.problem();
    }
    for kinds in ["application/json", "*/*", "text/html, APPLICATION/JSON;q=0.5", "application/*"] {
        assert_eq!(ask(served.address, &accepts(kinds)).await.status, 200, "{kinds}");
    }
    assert_eq!(ask(served.address, &Post::list().without("Accept")).await.status, 200);
}

/// Large bodies share a room, so that many of them at once cannot take all the memory there is.
#[tokio::test]
async fn large_bodies_are_refused_when_they_hold_all_the_room_and_small_ones_never() {
    const MIB: usize = 1024 * 1024;
    let options = HttpOptions::new().max_body_bytes(3 * MIB).max_buffered_bytes(3 * MIB);
    let served = serve(options).await;
    let announced = format!("{}Content-Length: {}\r\n\r\n", Post::list().head(), 2 * MIB);
    let mut idle = Vec::new();
    for _ in 0..10 {
        let mut client = Client::to(served.address).await;
        client.send(format!("{announced}{{")).await;
        idle.push(client);
    }
    let mut first = Client::to(served.address).await;
    first.send(announced.clone() + &" ".repeat(2 * MIB - 1)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;

    let mut second = Client::to(served.address).await;
    second.try_send(announced + &" ".repeat(2 * MIB - 1)).await;
    let refused = second.answer().await;
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));

    let chunked = format!("{}Transfer-Encoding: chunked\r\n\r\n", Post::list().head());
    let mut third = Client::to(served.address).await;
    third.try_send(format!("{chunked}{:x}\r\n{}", 2 * MIB, " ".repeat(2 * MIB))).await;
    assert_eq!(third.answer().await.status, 503, "a length that is not announced needs room too");

    assert_eq!(ask(served.address, &Post::list()).await.status, 200);

    drop(first);
    let large = Post::call("echo", json!({ "text": "x".repeat(2 * 1024 * 1024) }));
    for _ in 0..3 {
        assert_eq!(ask(served.address, &large).await.status, 200, "room is given back");
    }
}

#[tokio::test]
async fn a_connection_goes_on_after_a_refusal_whose_body_was_there() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    for refused in [
        Post::list().instead("Content-Type", "text/plain"),
        Post::list().line("PUT /mcp HTTP/1.1"),
        Post::list().line("POST /elsewhere HTTP/1.1"),
        Post::raw("{"),
    ] {
        assert!(client.ask(&refused).await.status >= 400);
        assert_eq!(client.ask(&Post::list()).await.status, 200);
    }
}
