//! Two processes behind a proxy that gives each request to the other one.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

mod processes;

use std::net::SocketAddr;

use processes::{KEY, Process, post};
use serde_json::{Value, json};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

const GREET: &str = env!("CARGO_BIN_EXE_greet");

/// Gives each connection to the next process.
async fn proxy(processes: [SocketAddr; 2]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        for turn in 0.. {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut server = TcpStream::connect(processes[turn % 2]).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut client, &mut server).await });
        }
    });
    address
}

fn answered(state: &Value) -> Value {
    json!({
        "inputResponses": { "who": { "action": "accept", "content": { "name": "Ada" } } },
        "requestState": state,
    })
}

#[tokio::test]
async fn processes_that_share_a_key_serve_each_others_rounds() {
    let one = Process::start(GREET, &[], &[("MCP_REQUEST_STATE_KEY", KEY)]).await;
    let other = Process::start(GREET, &[], &[("MCP_REQUEST_STATE_KEY", KEY)]).await;
    let proxy = proxy([one.address, other.address]).await;

    for _ in 0..3 {
        let (_, asked) = post(proxy, "greet", json!({})).await;
        assert_eq!(asked["result"]["resultType"], "input_required");
        let (status, done) = post(proxy, "greet", answered(&asked["result"]["requestState"])).await;
        assert_eq!(status, 200);
        assert_eq!(done["result"]["content"][0]["text"], "Hello, Ada!");
    }
}

#[tokio::test]
async fn processes_without_a_key_in_common_refuse_and_their_log_says_why() {
    let one = Process::start(GREET, &[], &[]).await;
    let other = Process::start(GREET, &[], &[]).await;
    let proxy = proxy([one.address, other.address]).await;

    let (_, asked) = post(proxy, "greet", json!({})).await;
    let foreign = post(proxy, "greet", answered(&asked["result"]["requestState"])).await;
    let forged = post(proxy, "greet", answered(&json!("forged"))).await;

    assert_eq!(foreign, forged, "a refusal does not tell why");
    assert_eq!(foreign.0, 400);
    assert_eq!(foreign.1["error"]["message"], "Invalid or expired requestState");
    let log = other.kill().await;
    assert!(log.contains("configure a key that they share"), "{log}");
    let state = asked["result"]["requestState"].as_str().unwrap();
    assert!(!log.contains(state), "a state is not for the log");
}
