//! Many clients at once: more than are served, and more than say anything.

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::{Client, ask, soon};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn echo() -> Post {
    Post::call("echo", json!({ "text": "hello" }))
}

#[tokio::test]
async fn more_calls_than_are_taken_at_once_are_told_to_come_back() {
    let served = serve(HttpOptions::new().max_calls(1)).await;
    let mut first = Client::to(served.address).await;
    first.send(Post::call("wait", json!({})).bytes()).await;
    soon(served.watch.began.acquire()).await.unwrap().forget();

    let refused = ask(served.address, &echo()).await;

    assert_eq!((refused.status, refused.code()), (503, -32_603));
    assert_eq!(refused.header("retry-after"), Some("1"));
    served.watch.go_on.add_permits(1);
    assert_eq!(first.answer().await.text(), "done");
    assert_eq!(ask(served.address, &echo()).await.text(), "hello");
}

#[tokio::test]
async fn a_call_that_streams_counts_until_its_end() {
    let served = serve(HttpOptions::new().max_calls(1)).await;
    let mut first = Client::to(served.address).await;
    let params = json!({ "name": "wait_loudly", "arguments": {}, "_meta": { "progressToken": 1 } });
    first.send(Post::request("tools/call", params).bytes()).await;
    assert_eq!(first.head().await.status, 200);

    assert_eq!(ask(served.address, &echo()).await.status, 503);

    served.watch.go_on.add_permits(1);
    assert_eq!(first.messages().await.len(), 2);
    assert_eq!(ask(served.address, &echo()).await.text(), "hello");
}

#[tokio::test]
async fn connections_that_say_nothing_are_no_burden() {
    let served = serve_all().await;
    let mut silent = Vec::new();
    for _ in 0..400 {
        silent.push(Client::to(served.address).await);
    }
    assert_eq!(ask(served.address, &echo()).await.text(), "hello");
    assert_eq!(silent.pop().unwrap().ask(&echo()).await.text(), "hello");
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_for_their_turn() {
    let served = serve(HttpOptions::new().max_connections(1)).await;
    let mut first = Client::to(served.address).await;
    assert_eq!(first.ask(&echo()).await.text(), "hello");
    let mut second = Client::to(served.address).await;
    second.send(echo().bytes()).await;

    drop(first);

    assert_eq!(second.answer().await.text(), "hello");
}
