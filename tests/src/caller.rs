//! A client of 2026-07-28, without a wire in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_runtime::moment::{Moment, UnixSeconds};
use mcp_runtime::{Peer, Principal, Server};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::round::Round;
use crate::schema;

/// When every conversation begins, unless a test says otherwise.
const BEGIN: u64 = 1_800_000_000;

/// Somebody who calls tools, at a moment that stands still.
#[derive(Clone, Debug)]
pub struct Caller {
    server: Server,
    pub(crate) capabilities: Value,
    peer: Peer,
    now: u64,
    sent: Arc<AtomicU64>,
}

impl Caller {
    /// Somebody who can be asked nothing.
    pub fn of(server: Server) -> Self {
        let (peer, sent) = (Peer::anonymous(), Arc::default());
        Self { server, capabilities: json!({}), peer, now: BEGIN, sent }
    }

    /// Somebody who can be asked everything.
    pub fn who_can_be_asked(server: Server) -> Self {
        Self::of(server).who_declares(json!({
            "elicitation": { "form": {}, "url": {} },
            "sampling": { "tools": {}, "context": {} },
            "roots": {},
        }))
    }

    /// The same caller with these capabilities.
    pub fn who_declares(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// The same caller, authenticated.
    pub fn who_is(mut self, principal: Principal) -> Self {
        self.peer = Peer::authenticated(principal);
        self
    }

    /// The same caller, so many seconds later.
    pub fn after(mut self, seconds: u64) -> Self {
        self.now += seconds;
        self
    }

    /// The same caller in front of another server (or the same one, after a redeploy).
    pub fn at(mut self, server: Server) -> Self {
        self.server = server;
        self
    }

    /// Calls a tool.
    pub async fn calls(&self, tool: &str, arguments: Value) -> Said {
        self.round(tool).with(&arguments).send().await
    }

    /// Answers what was asked, by key; what is left out stays open.
    pub async fn answers<const N: usize>(&self, asked: &Said, answers: [(&str, Value); N]) -> Said {
        self.goes_on(asked).answering(answers).send().await
    }

    /// A first round to be put together.
    pub fn round(&self, tool: &str) -> Round<'_> {
        Round::first(self, tool)
    }

    /// The next round of what `asked` for something, to be put together.
    pub fn goes_on(&self, asked: &Said) -> Round<'_> {
        Round::next(self, asked)
    }

    /// `_meta` as this caller sends it.
    pub fn meta(&self) -> Value {
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            "io.modelcontextprotocol/clientInfo": { "name": "ada", "version": "1" },
        })
    }

    /// Sends a request of any method, valid or not.
    pub async fn requests(&self, method: &str, params: Value) -> Said {
        let message =
            json!({ "jsonrpc": "2.0", "id": self.next_id(), "method": method, "params": params });
        self.sends(message.to_string()).await.expect("a request is answered")
    }

    /// Sends bytes that need not be a message; `None` if nothing came back.
    pub async fn sends(&self, bytes: impl Into<Vec<u8>>) -> Option<Said> {
        let moment = self.moment();
        let bytes = bytes.into();
        let method = serde_json::from_slice::<Value>(&bytes).ok();
        let method = method.and_then(|message| Some(message["method"].as_str()?.to_owned()));
        let reply = self.server.handle_at(bytes, &self.peer, &moment).await;
        let code = reply.error_code();
        let text = String::from_utf8(reply.into_body()?).expect("a reply is text");
        let said = Said::read(text);
        assert_eq!(code.map(i64::from), said.message["error"]["code"].as_i64());
        schema::assert_answered(method.as_deref().unwrap_or("tools/call"), &said.message);
        Some(said)
    }

    pub(crate) fn next_id(&self) -> u64 {
        self.sent.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// This moment, with other randomness each time.
    fn moment(&self) -> Moment {
        let mut random = [0; 32];
        random[..8].copy_from_slice(&self.next_id().to_be_bytes());
        Moment { now: UnixSeconds(self.now), random }
    }
}

/// What a server said to a request.
#[derive(Clone, Debug)]
pub struct Said {
    text: String,
    message: Value,
    pub(crate) tool: String,
    pub(crate) arguments: String,
}

impl Said {
    /// Reads a message.
    pub fn read(text: String) -> Self {
        assert!(!text.contains('\n'), "a message is one line: {text}");
        let message = serde_json::from_str(&text).expect("a reply is JSON");
        Self { text, message, tool: String::new(), arguments: "{}".to_owned() }
    }

    /// The message, as it was sent.
    pub fn raw(&self) -> &str {
        &self.text
    }

    /// The message.
    pub fn message(&self) -> &Value {
        &self.message
    }

    /// The result.
    pub fn result(&self) -> &Value {
        assert!(self.message.get("result").is_some(), "it is no result: {}", self.text);
        &self.message["result"]
    }

    /// The keys of what is asked, in the order in which they were sent.
    pub fn keys(&self) -> Vec<String> {
        assert_eq!(self.result()["resultType"], "input_required", "{}", self.text);
        let result = members(member(&self.text, "result"));
        let asks = result.iter().find(|(name, _)| name == "inputRequests");
        asks.map_or_else(Vec::new, |(_, asks)| {
            members(asks).into_iter().map(|(key, _)| key).collect()
        })
    }

    /// What is asked under a key.
    pub fn ask(&self, key: &str) -> &Value {
        let ask = &self.result()["inputRequests"][key];
        assert!(!ask.is_null(), "nothing is asked under {key:?}: {}", self.text);
        ask
    }

    /// The words of what is asked under a key.
    pub fn question(&self, key: &str) -> &str {
        self.ask(key)["params"]["message"].as_str().expect("it has a message")
    }

    /// The sealed state.
    pub fn state(&self) -> &str {
        self.result()["requestState"].as_str().expect("there is a state")
    }

    /// The text of a call that is done, and went well.
    pub fn text(&self) -> &str {
        assert!(self.result().get("isError").is_none(), "it failed: {}", self.text);
        self.first_text()
    }

    /// The text of a call that is done, and failed.
    pub fn failure(&self) -> &str {
        assert_eq!(self.result()["isError"], true, "it did not fail: {}", self.text);
        self.first_text()
    }

    fn first_text(&self) -> &str {
        assert_eq!(self.result()["resultType"], "complete", "{}", self.text);
        self.result()["content"][0]["text"].as_str().unwrap_or_default()
    }

    /// The code of an error.
    pub fn code(&self) -> i64 {
        let code = self.message["error"]["code"].as_i64();
        code.unwrap_or_else(|| panic!("it is no error: {}", self.text))
    }

    /// The message of an error.
    pub fn error(&self) -> &str {
        self.message["error"]["message"].as_str().unwrap_or_else(|| panic!("{}", self.text))
    }

    /// The data of an error.
    pub fn data(&self) -> &Value {
        &self.message["error"]["data"]
    }
}

/// The members of an object in the order in which they stand.
pub fn members(text: &str) -> Vec<(String, String)> {
    struct Members;
    impl<'de> serde::de::Visitor<'de> for Members {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(
            self,
            mut map: A,
        ) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                members.push((key, value.get().to_owned()));
            }
            Ok(members)
        }
    }
    let mut source = serde_json::Deserializer::from_str(text);
    serde::Deserializer::deserialize_map(&mut source, Members).expect("it is an object")
}

fn member<'a>(text: &'a str, name: &str) -> &'a str {
    let object: std::collections::HashMap<String, &RawValue> =
        serde_json::from_str(text).expect("it is an object");
    object[name].get()
}
