//! Two processes behind a proxy that gives each request to the other one.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

const KEY: &str = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";

/// `greet` as a process of its own; it ends with the test.
struct Process {
    address: SocketAddr,
    child: Child,
}

impl Process {
    async fn start(key: Option<&str>) -> Self {
        // Nobody else takes a port that was free a moment ago, as a rule; if somebody does, `connect` fails.
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_greet"));
        command.args(["--http", &address.to_string()]).env_remove("MCP_REQUEST_STATE_KEY");
        command.stdin(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        if let Some(key) = key {
            command.env("MCP_REQUEST_STATE_KEY", key);
        }
        let child = command.spawn().unwrap();
        for _ in 0..500 {
            if TcpStream::connect(address).await.is_ok() {
                return Self { address, child };
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the process does not listen");
    }

    /// Everything that the process wrote to standard error.
    async fn log(mut self) -> String {
        self.child.start_kill().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).await.unwrap();
        log
    }
}

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

/// One request on a connection of its own: its status and its body.
async fn post(address: SocketAddr, mut params: Value) -> (u16, Value) {
    params["name"] = "greet".into();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let body = body.to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: greet\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head and a body");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap())
}

fn answered(state: &Value) -> Value {
    json!({
        "inputResponses": { "who": { "action": "accept", "content": { "name": "Ada" } } },
        "requestState": state,
    })
}

#[tokio::test]
async fn processes_that_share_a_key_serve_each_others_rounds() {
    let one = Process::start(Some(KEY)).await;
    let other = Process::start(Some(KEY)).await;
    let proxy = proxy([one.address, other.address]).await;

    for _ in 0..3 {
        let (_, asked) = post(proxy, json!({})).await;
        assert_eq!(asked["result"]["resultType"], "input_required");
        let (status, done) = post(proxy, answered(&asked["result"]["requestState"])).await;
        assert_eq!(status, 200);
        assert_eq!(done["result"]["content"][0]["text"], "Hello, Ada!");
    }
}

#[tokio::test]
async fn processes_without_a_key_in_common_refuse_and_their_log_says_why() {
    let one = Process::start(None).await;
    let other = Process::start(None).await;
    let proxy = proxy([one.address, other.address]).await;

    let (_, asked) = post(proxy, json!({})).await;
    let foreign = post(proxy, answered(&asked["result"]["requestState"])).await;
    let forged = post(proxy, answered(&json!("forged"))).await;

    assert_eq!(foreign, forged, "a refusal does not tell why");
    assert_eq!(foreign.0, 400);
    assert_eq!(foreign.1["error"]["message"], "Invalid or expired requestState");
    let log = other.log().await;
    assert!(log.contains("configure a key that they share"), "{log}");
    let state = asked["result"]["requestState"].as_str().unwrap();
    assert!(!log.contains(state), "a state is not for the log");
}
