//! Clients that go away: the call ends with them.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::{Client, ask, soon};
use crate::post::Post;
use crate::serve::{serve, serve_all};

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

#[tokio::test]
async fn a_client_that_sent_more_before_it_went_is_gone_all_the_same() {
    let served = serve_all().await;
    let next = Post::call("echo", json!({ "text": "ahead" })).bytes();
    let loud = json!({ "name": "wait_loudly", "arguments": {}, "_meta": { "progressToken": 1 } });
    for ahead in [b"\r\n".to_vec(), next] {
        for call in [Post::call("wait", json!({})), Post::request("tools/call", loud.clone())] {
            let mut client = Client::to(served.address).await;
            client.send([call.bytes(), ahead.clone()].concat()).await;
            soon(served.watch.began.acquire()).await.unwrap().forget();

            drop(client);

            soon(served.watch.dropped.acquire()).await.unwrap().forget();
        }
    }
    assert_eq!(served.watch.runs(), 0, "what was sent ahead is not served either");
}

#[tokio::test]
async fn a_client_that_waits_long_is_not_taken_for_gone() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send(Post::call("wait", json!({})).bytes()).await;
    soon(served.watch.began.acquire()).await.unwrap().forget();

    tokio::time::sleep(Duration::from_secs(1)).await;
    served.watch.go_on.add_permits(1);

    assert_eq!(client.answer().await.text(), "done");
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_given_up() {
    let served = serve(HttpOptions::new().write_timeout(Duration::from_millis(300))).await;
    let mut client = Client::to(served.address).await;
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let endless = json!({ "name": "chatter", "arguments": { "lines": u32::MAX }, "_meta": meta });

    client.send(Post::request("tools/call", endless).bytes()).await;

    soon(served.watch.dropped.acquire()).await.unwrap().forget();
    drop(client);
}
