//! A server over pipes: concurrent, one writer, and it survives its client.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::pipes::{Connection, call};
use mcp_tests::{Name, schema, sealing};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, Semaphore};

/// Things that a test and its tools share.
#[derive(Default)]
struct Stage {
    started: Notify,
    door: Notify,
    dropped: Arc<AtomicBool>,
}

struct OnDrop(Arc<AtomicBool>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn server(stage: &Arc<Stage>) -> Server {
    let echo = Tool::new("echo").handler(|_, arguments| {
        Box::pin(async move { arguments["text"].as_str().unwrap_or_default().to_owned() })
    });
    let greet = Tool::new("greet").handler(|cx, _| {
        Box::pin(async move {
            cx.elicit::<Name>("Who?")
                .key("who")
                .await
                .accepted()
                .map_or("-".into(), |name| name.name)
        })
    });
    let waits = {
        let stage = Arc::clone(stage);
        Tool::new("waits").handler(move |_, _| {
            let stage = Arc::clone(&stage);
            Box::pin(async move {
                let _guard = OnDrop(Arc::clone(&stage.dropped));
                stage.started.notify_one();
                stage.door.notified().await;
                "through"
            })
        })
    };
    Server::new("t", "1")
        .request_state(sealing())
        .tool(echo)
        .tool(greet)
        .tool(waits)
        .build()
        .unwrap()
}

fn connect() -> (Connection, Arc<Stage>) {
    let stage = Arc::new(Stage::default());
    (Connection::open(server(&stage), 1 << 16), stage)
}

fn text(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{reply}"))
}

#[tokio::test]
async fn a_slow_handler_holds_up_nobody() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    for id in 2..200 {
        client.call(id, "echo", json!({ "text": "x".repeat(300) })).await;
        assert_eq!(client.reads().await["id"], id);
    }
    stage.door.notify_one();
    let last = client.reads().await;
    assert_eq!((&last["id"], text(&last)), (&json!(1), "through"));
}

#[tokio::test]
async fn a_call_goes_on_over_the_pipe() {
    let (mut client, _) = connect();
    client.call("a", "greet", json!({})).await;
    let asked = client.reads().await;
    schema::assert_answered("tools/call", &asked);
    let mut next: Value = serde_json::from_str(&call("b", "greet", json!({}))).unwrap();
    next["params"]["requestState"] = asked["result"]["requestState"].clone();
    next["params"]["inputResponses"] = json!({ "who": named("Ada") });
    client.line(next.to_string()).await;
    let done = client.reads().await;
    assert_eq!((&done["id"], text(&done)), (&json!("b"), "Ada"));
}

#[tokio::test]
async fn at_the_end_of_input_what_was_accepted_is_answered() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    // The last line has no end.
    client.write(call(2, "echo", json!({ "text": "last" }))).await;
    client.hangs_up();
    assert_eq!(client.reads().await["id"], 2);
    stage.door.notify_one();
    let rest = client.rest().await;
    assert_eq!(rest.len(), 1);
    assert_eq!((&rest[0]["id"], text(&rest[0])), (&json!(1), "through"));
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_never_answered() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    client.cancel(1).await;
    client.call(2, "echo", json!({ "text": "x" })).await;
    assert_eq!(client.reads().await["id"], 2);
    stage.door.notify_one();
    assert_eq!(client.rest().await, [] as [Value; 0]);
    assert!(stage.dropped.load(Ordering::SeqCst), "the handler was dropped");
}

#[tokio::test]
async fn the_id_of_a_cancelled_call_is_free_and_its_next_call_can_be_cancelled_too() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    // In one piece, so that the first call is still being dropped when the second one comes.
    client.write(format!("{cancel}\n{}\n", call(1, "waits", json!({})))).await;
    stage.started.notified().await;
    client.call(1, "echo", json!({ "text": "x" })).await;
    assert_eq!(client.reads().await["error"]["message"], "a request with this id is under way");
    client.cancel(1).await;
    assert_eq!(client.rest().await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_id_is_the_same_however_it_is_written() {
    let (mut client, stage) = connect();
    client.call("a/ü", "waits", json!({})).await;
    stage.started.notified().await;
    let again = call("ID", "echo", json!({ "text": "x" })).replace("\"ID\"", r#""a\/\u00fc""#);
    client.line(again).await;
    assert_eq!(client.reads().await["error"]["message"], "a request with this id is under way");

    client
        .line(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a\/\u00FC"}}"#)
        .await;

    client.call("after", "echo", json!({ "text": "x" })).await;
    assert_eq!(client.reads().await["id"], "after");
    assert_eq!(client.rest().await, [] as [Value; 0]);
    assert!(stage.dropped.load(Ordering::SeqCst), "the handler was dropped");
}

#[tokio::test]
async fn what_cannot_be_cancelled_is_left_alone() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    for id in [json!(2), json!("1"), json!(1.5), json!(null), json!({}), json!([1])] {
        client.cancel(id).await;
    }
    for params in ["[]", "7", "{}", r#"{"_meta":3}"#, "null"] {
        client
            .line(format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#
            ))
            .await;
    }
    stage.door.notify_one();
    let rest = client.rest().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(text(&rest[0]), "through");
}

#[tokio::test]
async fn an_id_is_under_way_once() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    client.call(1, "echo", json!({ "text": "x" })).await;
    let refused = client.reads().await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(1), &json!(-32_600)));
    assert_eq!(refused["error"]["message"], "a request with this id is under way");

    client.call("1", "echo", json!({ "text": "another id" })).await;
    assert_eq!(text(&client.reads().await), "another id");
    stage.door.notify_one();
    assert_eq!(text(&client.reads().await), "through");
    client.call(1, "echo", json!({ "text": "free again" })).await;
    assert_eq!(text(&client.reads().await), "free again");
}

#[tokio::test]
async fn an_answer_to_nothing_is_no_request() {
    let (mut client, stage) = connect();
    client.call(1, "waits", json!({})).await;
    stage.started.notified().await;
    client.line(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await;
    client
        .write(format!(
            "{}\n{}\n",
            r#"{"jsonrpc":"2.0","id":2,"result":{}}"#,
            call(2, "echo", json!({ "text": "x" }))
        ))
        .await;
    assert_eq!(text(&client.reads().await), "x", "nothing came before");
    stage.door.notify_one();
    assert_eq!(text(&client.rest().await[0]), "through");
}

#[tokio::test]
async fn input_in_odd_pieces_is_put_together() {
    let (mut client, _) = connect();
    let lines = format!(
        "\n  \r\n{}\r\n\n{}\n",
        call(1, "echo", json!({ "text": "é🦀" })),
        call(2, "echo", json!({ "text": "b" }))
    );
    for byte in lines.as_bytes() {
        client.write([*byte]).await;
        tokio::task::yield_now().await;
    }
    let rest = client.rest().await;
    let mut texts: Vec<_> = rest.iter().map(text).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["b", "é🦀"]);
}

#[tokio::test]
async fn a_message_is_one_line() {
    let (mut client, _) = connect();
    let wild = "a\nb\r\nc\u{2028}\u{0}\u{85}";
    client.call("i\nd", "echo", json!({ "text": wild })).await;
    let line = client.next_line().await.unwrap();
    let reply: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&reply["id"], text(&reply)), (&json!("i\nd"), wild));
    client
        .line(format!("{{\"jsonrpc\":\"2.0\",\"id\":\t3 ,\r \"method\":\"{}\"}}", "no\\nsuch"))
        .await;
    let line = client.next_line().await.unwrap();
    assert!(line.contains("-32602"), "{line}");
    assert_eq!(client.rest().await, [] as [Value; 0]);
}

#[tokio::test]
async fn standard_output_carries_messages_alone() {
    let (mut client, _) = connect();
    for id in 0..50 {
        client.call(id, "echo", json!({ "text": "x".repeat(5_000) })).await;
        client.line("rubbish").await;
        client.line("[1,2").await;
    }
    // Every line is read as JSON on the way.
    let rest = client.rest().await;
    assert_eq!(rest.len(), 150);
    assert!(rest.iter().all(|message| message["jsonrpc"] == "2.0"));
    assert_eq!(rest.iter().filter(|message| message["error"]["code"] == -32_700).count(), 100);
}

#[tokio::test]
async fn a_client_that_never_reads_is_not_read_from_for_ever() {
    static CALLS: Semaphore = Semaphore::const_new(0);
    let counted = Tool::new("counted").handler(|_, _| {
        Box::pin(async {
            CALLS.add_permits(1);
            "x".repeat(1_000)
        })
    });
    let server = Server::new("t", "1").tool(counted).max_in_flight(8).build().unwrap();
    let (mut to, input) = tokio::io::duplex(4_096);
    let (output, from) = tokio::io::duplex(4_096);
    let task = tokio::spawn(async move { server.serve_pipes(input, output).await });

    let line = format!("{}\n", call(1, "counted", json!({})));
    let mut written = 0;
    loop {
        let id = format!("{}\n", call(written, "counted", json!({})));
        // On one thread everything that can go on has gone on after a few turns.
        let write = to.write_all(id.as_bytes());
        tokio::pin!(write);
        let mut stuck = true;
        for _ in 0..1_000 {
            let polled = std::future::poll_fn(|task| Poll::Ready(write.as_mut().poll(task)));
            if polled.await.is_ready() {
                stuck = false;
                break;
            }
            tokio::task::yield_now().await;
        }
        if stuck {
            break;
        }
        written += 1;
        assert!(written < 5_000, "the server takes whatever it is given");
    }
    assert!(line.len() < 4_096 && written < 1_000, "{written}");

    // Once it reads, everything goes on.
    drop(to);
    let mut lines = BufReader::new(from).lines();
    let mut read = 0;
    while let Some(line) = lines.next_line().await.unwrap() {
        if serde_json::from_str::<Value>(&line).is_ok() {
            read += 1;
        }
    }
    assert!(read >= written, "{read} of {written}");
    task.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_client_that_is_gone_takes_its_calls_with_it() {
    let stage = Arc::new(Stage::default());
    let server = server(&stage);
    let (mut to, input) = tokio::io::duplex(4_096);
    let (output, from) = tokio::io::duplex(4_096);
    let task = tokio::spawn(async move { server.serve_pipes(input, output).await });
    to.write_all(format!("{}\n", call(1, "waits", json!({}))).as_bytes()).await.unwrap();
    stage.started.notified().await;
    drop(from);
    to.write_all(format!("{}\n", call(2, "echo", json!({ "text": "x" }))).as_bytes())
        .await
        .unwrap();
    drop(to);
    stage.door.notify_one();
    assert!(task.await.unwrap().is_err(), "what could not be written is an error");
}
