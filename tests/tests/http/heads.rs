//! What the first lines of a request say: method, path, version, and how much of it there may be.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn echo() -> Post {
    Post::call("echo", json!({ "text": "hello" }))
}

#[tokio::test]
async fn messages_are_posted_and_nothing_else() {
    let served = serve_all().await;
    for method in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"] {
        let answer = ask(served.address, &echo().line(&format!("{method} /mcp HTTP/1.1"))).await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), Some("POST"), "{method}");
        assert!(answer.problem().contains("POST"), "{method}");
    }
    assert_eq!(served.watch.runs(), 0);
}

#[tokio::test]
async fn there_is_one_path() {
    let served = serve_all().await;
    let answer = ask(served.address, &echo().line("POST / HTTP/1.1")).await;
    assert_eq!(answer.status, 404);
    assert!(answer.problem().contains("/mcp"), "{answer:?}");
    let asked = ask(served.address, &echo().line("POST /mcp?x=1 HTTP/1.1")).await;
    assert_eq!(asked.text(), "hello");

    let elsewhere = serve(HttpOptions::new().path("/tools")).await;
    assert_eq!(ask(elsewhere.address, &echo()).await.status, 404);
    let there = ask(elsewhere.address, &echo().line("POST /tools HTTP/1.1")).await;
    assert_eq!(there.text(), "hello");
}

#[tokio::test]
async fn requests_that_follow_each_other_closely_are_answered_in_order() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    let posts: Vec<Post> =
        (0..5).map(|number| Post::call("echo", json!({ "text": number.to_string() }))).collect();

    client.send(posts.iter().flat_map(Post::bytes).collect::<Vec<u8>>()).await;

    for number in 0..5 {
        assert_eq!(client.answer().await.text(), number.to_string());
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused_and_the_server_lives_on() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;

    client.try_send(echo().with("X-Large", &"x".repeat(2 << 20)).bytes()).await;
    assert_eq!(client.head().await.status, 431);

    let many = (0..500).fold(echo(), |post, number| post.with(&format!("X-{number}"), "1"));
    assert_eq!(ask(served.address, &many).await.status, 431);
    assert_eq!(ask(served.address, &echo()).await.text(), "hello");
}

#[tokio::test]
async fn a_head_that_never_ends_is_not_waited_for_for_ever() {
    let served = serve(HttpOptions::new().header_timeout(Duration::from_millis(50))).await;
    let mut client = Client::to(served.address).await;

    client.send("POST /mcp HTTP/1.1\r\nHost: local").await;

    assert!(client.is_closed().await);
    assert_eq!(ask(served.address, &echo()).await.text(), "hello");
}

#[tokio::test]
async fn an_older_client_is_served_too() {
    let served = serve_all().await;
    let answer = ask(served.address, &echo().line("POST /mcp HTTP/1.0")).await;
    assert_eq!(answer.text(), "hello");
}
