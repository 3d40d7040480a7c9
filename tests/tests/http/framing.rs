//! Framing of streams, and clients that take none.

use serde_json::json;

use crate::client::Client;
use crate::post::Post;
use crate::serve::serve_all;

fn streamed(tool: &str) -> Post {
    let meta = json!({ "progressToken": 1, "io.modelcontextprotocol/logLevel": "debug" });
    Post::request("tools/call", json!({ "name": tool, "arguments": {}, "_meta": meta }))
}

#[tokio::test]
async fn line_breaks_in_a_result_do_not_break_the_framing() {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send(streamed("lines").bytes()).await;
    let head = client.head().await;
    assert_eq!(head.header("content-type"), Some("text/event-stream"));

    let messages = client.messages().await;

    let reply = messages.last().unwrap();
    assert_eq!(reply["result"]["structuredContent"], json!({ "a": "b", "c": 1 }));
}

#[tokio::test]
async fn a_client_that_takes_no_events_gets_a_document() {
    let served = serve_all().await;
    let post = streamed("steps").instead("Accept", "application/json");
    assert_eq!(crate::client::ask(served.address, &post).await.text(), "done");
}
