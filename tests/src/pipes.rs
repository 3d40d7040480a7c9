//! A server behind a pair of pipes, and a client that writes and reads lines.

use std::time::Duration;

use mcp_runtime::Server;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;

use crate::schema;

/// Longer than anything takes, for a test that would otherwise hang.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to a server that serves in a task of its own.
#[derive(Debug)]
pub struct Connection {
    to: Option<DuplexStream>,
    from: Lines<BufReader<DuplexStream>>,
    served: JoinHandle<mcp_runtime::Result<()>>,
}

impl Connection {
    /// Connects; each direction holds `buffer` bytes that nobody has read.
    pub fn open(server: Server, buffer: usize) -> Self {
        let (to, input) = tokio::io::duplex(buffer);
        let (output, from) = tokio::io::duplex(buffer);
        let task = tokio::spawn(async move { server.serve_pipes(input, output).await });
        Self { to: Some(to), from: BufReader::new(from).lines(), served: task }
    }

    /// Writes bytes as they are.
    pub async fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let to = self.to.as_mut().expect("the input has not ended");
        patient(to.write_all(bytes.as_ref())).await.expect("somebody reads");
    }

    /// Writes a line.
    pub async fn line(&mut self, text: impl AsRef<str>) {
        self.write(format!("{}\n", text.as_ref())).await;
    }

    /// Sends a call of a tool.
    pub async fn call(&mut self, id: impl Into<Value>, tool: &str, arguments: Value) {
        self.line(call(id, tool, arguments)).await;
    }

    /// Takes a call back.
    pub async fn cancel(&mut self, id: impl Into<Value>) {
        let params = json!({ "requestId": id.into() });
        let message =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
        self.line(message.to_string()).await;
    }

    /// The next line, which must be a message.
    pub async fn reads(&mut self) -> Value {
        let line = self.next_line().await.expect("the output has not ended");
        message(&line)
    }

    /// The next line; `None` at the end of output.
    pub async fn next_line(&mut self) -> Option<String> {
        patient(self.from.next_line()).await.expect("it can be read")
    }

    /// Ends the input.
    pub fn hangs_up(&mut self) {
        self.to = None;
    }

    /// Ends the input, and gives every line that still comes.
    pub async fn rest(mut self) -> Vec<Value> {
        self.hangs_up();
        let mut rest = Vec::new();
        while let Some(line) = self.next_line().await {
            rest.push(message(&line));
        }
        patient(self.served).await.expect("it does not panic").expect("it ends well");
        rest
    }
}

async fn patient<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("it does not hang")
}

/// What a server wrote, held against the schema: only calls are sent here.
fn message(line: &str) -> Value {
    let message = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    schema::assert_answered("tools/call", &message);
    message
}

/// A call of a tool as one line, by a client that can show forms.
#[allow(clippy::needless_pass_by_value, reason = "reads better with `json!`")]
pub fn call(id: impl Into<Value>, tool: &str, arguments: Value) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    let message =
        json!({ "jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params });
    schema::assert_sent(&message);
    message.to_string()
}
