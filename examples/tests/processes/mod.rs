//! Examples as processes of their own, over HTTP, and requests to them.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

pub(crate) const KEY: &str = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";

/// An example as a process of its own; it ends with the test.
pub(crate) struct Process {
    pub(crate) address: SocketAddr,
    child: Child,
    /// Reads what it writes to standard error: a pipe that is full would hold it up.
    log: JoinHandle<String>,
}

impl Process {
    /// Starts the program, with these arguments and this environment besides `--http ADDR`.
    pub(crate) async fn start(
        program: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        // Nobody else takes a port that was free a moment ago, as a rule; if somebody does, `connect` fails.
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let mut command = Command::new(program);
        command.args(["--http", &address.to_string()]).args(arguments);
        command.env_remove("MCP_REQUEST_STATE_KEY").envs(environment.iter().copied());
        command.stdin(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let log = tokio::spawn(async move {
            let mut log = String::new();
            errors.read_to_string(&mut log).await.unwrap();
            log
        });
        for _ in 0..500 {
            if TcpStream::connect(address).await.is_ok() {
                return Self { address, child, log };
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the process does not listen");
    }

    /// Kills the process, and gives everything that it wrote to standard error.
    pub(crate) async fn kill(mut self) -> String {
        self.child.kill().await.unwrap();
        self.log.await.unwrap()
    }
}

/// One call of a tool on a connection of its own: its status and its body.
pub(crate) async fn post(address: SocketAddr, tool: &str, mut params: Value) -> (u16, Value) {
    params["name"] = tool.into();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let body = body.to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n\
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
