//! Progress and messages of the log: on the stream of the call, before its reply, and only for whom asked for them.

use mcp_runtime::http::HttpOptions;
use serde_json::{Value, json};

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn call(tool: &str, meta: Value) -> Post {
    Post::request("tools/call", json!({ "name": tool, "arguments": {}, "_meta": meta }))
}

async fn messages(post: &Post) -> Vec<Value> {
    let served = serve_all().await;
    let mut client = Client::to(served.address).await;
    client.send(post.bytes()).await;
    let head = client.head().await;
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    assert_eq!(head.header("cache-control"), Some("no-cache"));
    assert_eq!(head.header("x-accel-buffering"), Some("no"));
    client.messages().await
}

#[tokio::test]
async fn progress_rises_and_the_reply_comes_last() {
    let messages = messages(&call("steps", json!({ "progressToken": "t-1" }))).await;

    let (reply, told) = messages.split_last().unwrap();
    assert_eq!(reply["id"], 1);
    assert_eq!(reply["result"]["content"][0]["text"], "done");
    let steps: Vec<f64> =
        told.iter().map(|message| message["params"]["progress"].as_f64().unwrap()).collect();
    assert_eq!(steps, [1.0, 2.0, 2.5]);
    for message in told {
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], "t-1");
        assert_eq!(message["params"]["total"], 3.0);
        assert!(message.get("id").is_none());
    }
}

#[tokio::test]
async fn a_token_comes_back_as_it_was_written() {
    for token in [json!("7"), json!(7), json!(9_007_199_254_740_993_i64), json!("ü\"\n")] {
        let messages = messages(&call("steps", json!({ "progressToken": token }))).await;
        assert_eq!(messages[0]["params"]["progressToken"], token);
    }
}

#[tokio::test]
async fn the_log_has_what_is_of_the_level_that_was_asked_for() {
    let level = |level: &str| call("steps", json!({ "io.modelcontextprotocol/logLevel": level }));

    let all = messages(&level("debug")).await;
    assert_eq!(all.len(), 3);
    assert_eq!(all[0]["params"], json!({ "level": "debug", "logger": "steps", "data": "small" }));
    let some = messages(&level("warning")).await;
    assert_eq!(some.len(), 2);
    assert_eq!(some[0]["method"], "notifications/message");
    assert_eq!(some[0]["params"]["data"], json!({ "event": "a\n\nb", "n": 1 }));

    let served = serve_all().await;
    let none = ask(served.address, &level("emergency")).await;
    assert_eq!(none.text(), "done", "nothing was said, so it is one document");
}

#[tokio::test]
async fn who_asked_for_nothing_is_told_nothing() {
    let served = serve_all().await;
    let answer = ask(served.address, &call("steps", json!({}))).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.text(), "done");
    let wrong = call("steps", json!({ "io.modelcontextprotocol/logLevel": "loud" }));
    assert_eq!(ask(served.address, &wrong).await.code(), -32_602);
}

#[tokio::test]
async fn an_error_after_a_message_comes_on_the_stream() {
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let messages = messages(&call("fails", meta.clone())).await;
    assert_eq!(messages[1]["error"]["message"], "as it had to");
    let lines = self::messages(&call("lines", meta)).await;
    assert_eq!(lines[1]["result"]["structuredContent"], json!({ "a": "b", "c": 1 }));
}

#[tokio::test]
async fn a_client_that_does_not_read_does_not_hold_up_the_handler() {
    let served = serve(HttpOptions::new()).await;
    let mut client = Client::to(served.address).await;
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let params = json!({ "name": "chatter", "arguments": { "lines": 4000 }, "_meta": meta });

    client.send(Post::request("tools/call", params).bytes()).await;

    crate::client::soon(served.watch.ended.acquire()).await.unwrap().forget();
}
