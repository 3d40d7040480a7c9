//! Clients that go away: the call ends with them.

use serde_json::json;

use crate::client::{Client, ask, soon};
use crate::post::Post;
use crate::serve::serve_all;

#[tokio::test]
async fn a_call_ends_when_its_client_is_gone() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send(Post::call("wait", json!({})).bytes()).await;
    soon(served.watch.began.acquire()).await.unwrap().forget();

    drop(client);

    soon(served.watch.dropped.acquire()).await.unwrap().forget();
    assert_eq!(served.watch.ended.available_permits(), 0);
}

#[tokio::test]
async fn a_call_that_streams_ends_when_its_client_is_gone() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    let params = json!({ "name": "wait_loudly", "arguments": {}, "_meta": { "progressToken": 1 } });
    client.send(Post::request("tools/call", params).bytes()).await;
    assert_eq!(client.head().await.status, 200);
    assert!(client.event().await.is_some());

    drop(client);

    soon(served.watch.dropped.acquire()).await.unwrap().forget();
}

#[tokio::test]
async fn a_client_that_goes_in_the_middle_of_a_request_harms_nobody() {
    let served = serve_all().await;
    let post = Post::call("echo", json!({ "text": "hello" }));
    let bytes = post.bytes();
    for length in [1, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut client = Client::to(served.address).await;
        client.send(&bytes[..length]).await;
    }
    assert_eq!(ask(served.address, &post).await.text(), "hello");
    assert_eq!(served.watch.runs(), 1);
}
