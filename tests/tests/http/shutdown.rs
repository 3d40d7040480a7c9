//! A server that is told to stop: what is under way is answered, and nothing else is waited for.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use serde_json::json;
use tokio::net::TcpStream;

use crate::client::{Client, soon};
use crate::post::Post;
use crate::serve::{serve, serve_all};

#[tokio::test]
async fn what_is_under_way_is_answered_and_nobody_else_comes_in() {
    let served = serve_all().await;
    let (address, watch) = (served.address, served.watch.clone());
    let mut client = Client::to(address).await;
    client.send(Post::call("wait", json!({})).bytes()).await;
    soon(watch.began.acquire()).await.unwrap().forget();

    let stopping = served.stop();

    soon(async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(!stopping.has_ended());
    watch.go_on.add_permits(1);
    assert_eq!(client.answer().await.text(), "done");
    stopping.ended().await;
}

#[tokio::test]
async fn connections_that_wait_for_nothing_do_not_hold_it_up() {
    let served = serve_all().await;
    let mut idle = Client::to(served.address).await;
    assert_eq!(idle.ask(&Post::call("echo", json!({ "text": "hi" }))).await.text(), "hi");
    let _silent = Client::to(served.address).await;

    served.stop().ended().await;

    assert!(idle.is_closed().await);
}

#[tokio::test]
async fn a_call_that_does_not_end_is_not_waited_for_for_ever() {
    let served = serve(HttpOptions::new().drain(Duration::from_millis(50))).await;
    let watch = served.watch.clone();
    let mut client = Client::to(served.address).await;
    client.send(Post::call("wait", json!({})).bytes()).await;
    soon(watch.began.acquire()).await.unwrap().forget();

    served.stop().ended().await;

    soon(watch.dropped.acquire()).await.unwrap().forget();
    assert!(client.is_closed().await);
}
