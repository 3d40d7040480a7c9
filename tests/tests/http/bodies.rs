//! What comes in: too large, too slow, cut off, compressed, of the wrong kind.

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
async fn a_body_that_is_announced_too_large_is_refused_unread() {
    let served = serve(HttpOptions::new().max_body_bytes(1000)).await;
    let mut client = Client::to(served.address).await;

    client.send(format!("{}Content-Length: 1001\r\n\r\n", echo("").head())).await;
    let answer = client.answer().await;

    assert_eq!(answer.status, 413);
    assert!(answer.problem().contains("1000 bytes"), "{answer:?}");
    assert!(client.is_closed().await, "what follows is not a request");
    assert_eq!(served.watch.runs(), 0);
}

#[tokio::test]
async fn a_body_that_turns_out_too_large_is_refused() {
    let served = serve(HttpOptions::new().max_body_bytes(1000)).await;
    let mut client = Client::to(served.address).await;

    client.send(format!("{}Transfer-Encoding: chunked\r\n\r\n", echo("").head())).await;
    for _ in 0..10 {
        if !client.try_send(format!("C8\r\n{}\r\n", "x".repeat(200))).await {
            break;
        }
    }

    assert_eq!(client.answer().await.status, 413);
    assert_eq!(ask(served.address, &echo("still here")).await.text(), "still here");
}

#[tokio::test]
async fn a_body_in_chunks_is_read_like_any_other() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    let post = echo("in pieces");

    client.send(format!("{}Transfer-Encoding: chunked\r\n\r\n", post.head())).await;
    for piece in post.body.as_bytes().chunks(7) {
        client.send(format!("{:x}\r\n", piece.len())).await;
        client.send(piece).await;
        client.send("\r\n").await;
    }
    client.send("0\r\n\r\n").await;

    assert_eq!(client.answer().await.text(), "in pieces");
}

#[tokio::test]
async fn a_body_that_never_arrives_is_not_waited_for_for_ever() {
    let served = serve(HttpOptions::new().body_timeout(Duration::from_millis(50))).await;
    let mut client = Client::to(served.address).await;

    client.send(format!("{}Content-Length: 100\r\n\r\n{{", echo("").head())).await;
    let answer = client.answer().await;

    assert_eq!(answer.status, 408);
    assert!(answer.problem().contains("too long"), "{answer:?}");
    assert!(client.is_closed().await);
}

#[tokio::test]
async fn a_body_of_another_kind_is_refused() {
    let served = serve_all().await;
    let kinds = ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", ""];
    for kind in kinds {
        let answer = ask(served.address, &echo("no").instead("Content-Type", kind)).await;
        assert_eq!(answer.status, 415, "{kind}");
        assert!(answer.problem().contains("application/json"), "{kind}");
    }
    let none = ask(served.address, &echo("no").without("Content-Type")).await;
    assert_eq!(none.status, 415);
    let packed = ask(served.address, &echo("no").with("Content-Encoding", "gzip")).await;
    assert_eq!(packed.status, 415);
    assert!(packed.problem().contains("compressed"));
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/json;x=y"] {
        let answer = ask(served.address, &echo("yes").instead("Content-Type", kind)).await;
        assert_eq!(answer.text(), "yes", "{kind}");
    }
    assert_eq!(served.watch.runs(), 3);
}

#[tokio::test]
async fn an_answer_that_the_client_does_not_take_is_not_made() {
    let served = serve_all().await;
    for accept in ["text/html", "text/event-stream", "application/xml, text/plain"] {
        let answer = ask(served.address, &echo("no").instead("Accept", accept)).await;
        assert_eq!(answer.status, 406, "{accept}");
    }
    for accept in ["*/*", "application/*", "text/event-stream, application/json;q=0.5"] {
        let answer = ask(served.address, &echo("yes").instead("Accept", accept)).await;
        assert_eq!(answer.text(), "yes", "{accept}");
    }
    assert_eq!(ask(served.address, &echo("yes").without("Accept")).await.text(), "yes");
}

#[tokio::test]
async fn no_body_is_no_message() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;

    client.send(format!("{}\r\n", echo("").head())).await;
    let answer = client.answer().await;

    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"]["code"], -32_700);
}
