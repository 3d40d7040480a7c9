//! A client that writes bytes and reads what comes back.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::post::Post;
use crate::sse::{Event, Reader};

/// Far more than anything here takes; whoever waits longer waits for ever.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.expect("it comes to an end")
}

/// One connection.
pub(crate) struct Client {
    stream: TcpStream,
    /// What was read and not looked at.
    ahead: Vec<u8>,
    events: Reader,
}

/// What a request was answered with.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// Sends one request on a connection of its own.
pub(crate) async fn ask(address: SocketAddr, post: &Post) -> Answer {
    let mut client = Client::to(address).await;
    client.ask(post).await
}

impl Client {
    pub(crate) async fn to(address: SocketAddr) -> Self {
        let stream = soon(TcpStream::connect(address)).await.expect("the server listens");
        Self { stream, ahead: Vec::new(), events: Reader::default() }
    }

    pub(crate) async fn ask(&mut self, post: &Post) -> Answer {
        self.send(post.bytes()).await;
        self.answer().await
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        soon(self.stream.write_all(bytes.as_ref())).await.expect("the server reads");
    }

    /// Sends what the server may not care to read.
    pub(crate) async fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        soon(self.stream.write_all(bytes.as_ref())).await.is_ok()
    }

    /// A whole answer.
    pub(crate) async fn answer(&mut self) -> Answer {
        let mut answer = self.head().await;
        if let Some(length) = answer.header("content-length") {
            let length: usize = length.parse().unwrap();
            while self.ahead.len() < length {
                assert!(self.read().await, "the body is as long as announced");
            }
            answer.body = self.ahead.drain(..length).collect();
        } else if answer.header("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk().await {
                answer.body.extend(chunk);
            }
        } else if answer.status != 204 {
            while self.read().await {}
            answer.body = std::mem::take(&mut self.ahead);
        }
        answer
    }

    /// The head of an answer, whose body is still to come.
    pub(crate) async fn head(&mut self) -> Answer {
        loop {
            if let Some(end) = find(&self.ahead, b"\r\n\r\n") {
                let head: Vec<u8> = self.ahead.drain(..end + 4).collect();
                let answer = Answer::of_head(&String::from_utf8(head).unwrap());
                if answer.status != 100 {
                    return answer;
                }
                continue;
            }
            assert!(self.read().await, "an answer comes; so far: {:?}", self.ahead);
        }
    }

    /// The next event of a stream; none at its end.
    pub(crate) async fn event(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.next() {
                return Some(event);
            }
            let chunk = self.chunk().await?;
            self.events.feed(&chunk);
        }
    }

    /// Every message of a stream, to its end.
    pub(crate) async fn messages(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(event) = self.event().await {
            messages.extend(event.message());
        }
        messages
    }

    async fn chunk(&mut self) -> Option<Vec<u8>> {
        let line = loop {
            if let Some(end) = find(&self.ahead, b"\r\n") {
                break self.ahead.drain(..end + 2).collect::<Vec<u8>>();
            }
            assert!(self.read().await, "a chunk comes");
        };
        let size = std::str::from_utf8(&line).unwrap().trim();
        let size = usize::from_str_radix(size, 16).expect("a chunk has a size");
        while self.ahead.len() < size + 2 {
            assert!(self.read().await, "a chunk is as long as announced");
        }
        let mut chunk: Vec<u8> = self.ahead.drain(..size + 2).collect();
        chunk.truncate(size);
        (size > 0).then_some(chunk)
    }

    /// Whether the server closes the connection, with nothing more to say.
    pub(crate) async fn is_closed(&mut self) -> bool {
        self.ahead.is_empty() && !self.read().await
    }

    async fn read(&mut self) -> bool {
        let mut bytes = vec![0; 16 * 1024];
        match soon(self.stream.read(&mut bytes)).await {
            Ok(0) | Err(_) => false,
            Ok(length) => {
                self.ahead.extend_from_slice(&bytes[..length]);
                true
            }
        }
    }
}

impl Answer {
    fn of_head(head: &str) -> Self {
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        Self { status, headers, body: Vec::new() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.body)))
    }

    /// The text of a result.
    pub(crate) fn text(&self) -> String {
        assert_eq!(self.status, 200, "{self:?}");
        let text = &self.json()["result"]["content"][0]["text"];
        text.as_str().unwrap_or_else(|| panic!("{:?}", self.json())).to_owned()
    }

    /// The code of an error, which is JSON with the id of the request (1).
    pub(crate) fn code(&self) -> i64 {
        let body = self.json();
        assert_eq!(body["jsonrpc"], "2.0", "{body}");
        assert_eq!(body["id"], 1, "an error names its request: {body}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        body["error"]["code"].as_i64().unwrap_or_else(|| panic!("{body}"))
    }

    /// What is wrong with what was no message, in an error without an id.
    pub(crate) fn problem(&self) -> String {
        let body = self.json();
        assert!(body.get("id").is_none(), "{body}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        body["error"]["message"].as_str().unwrap_or_else(|| panic!("{body}")).to_owned()
    }
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}
