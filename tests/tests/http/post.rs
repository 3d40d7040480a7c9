//! Requests as a client sends them that does everything right, to be changed in one place.

use serde_json::{Value, json};

/// A request of HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    line: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Post {
    /// A message, with the headers that belong to it.
    pub(crate) fn of(message: &Value) -> Self {
        let post = Self::raw(message.to_string());
        let meta = &message["params"]["_meta"];
        let version =
            meta["io.modelcontextprotocol/protocolVersion"].as_str().unwrap_or("2026-07-28");
        let method = message["method"].as_str().unwrap_or_default();
        let post = post.with("MCP-Protocol-Version", version).with("Mcp-Method", method);
        match message["params"]["name"].as_str() {
            Some(name) => post.with("Mcp-Name", name),
            None => post,
        }
    }

    /// A request of a method, with id 1.
    pub(crate) fn request(method: &str, params: Value) -> Self {
        Self::of(&request(method, params))
    }

    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::request("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    pub(crate) fn list() -> Self {
        Self::request("tools/list", json!({}))
    }

    /// A body, whatever it is.
    pub(crate) fn raw(body: impl Into<String>) -> Self {
        let headers = [
            ("Host", "localhost"),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { line: "POST /mcp HTTP/1.1".into(), headers: headers.into(), body: body.into() }
    }

    /// Another method, path or version.
    pub(crate) fn line(mut self, line: &str) -> Self {
        line.clone_into(&mut self.line);
        self
    }

    /// One more header, even if there is one of this name.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        let before = self.headers.len();
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        assert!(self.headers.len() < before, "there is a {name} to be left out");
        self
    }

    /// Another value for a header that is there.
    pub(crate) fn instead(self, name: &str, value: &str) -> Self {
        self.without(name).with(name, value)
    }

    pub(crate) fn head(&self) -> String {
        let headers = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        format!("{}\r\n{}", self.line, headers.collect::<String>())
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        format!("{}Content-Length: {}\r\n\r\n{}", self.head(), self.body.len(), self.body).into()
    }
}

/// A message with id 1, of a client that can be asked anything.
pub(crate) fn request(method: &str, mut params: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    let own = params["_meta"].take();
    params["_meta"] = meta;
    if let Value::Object(own) = own {
        for (name, value) in own {
            params["_meta"][name] = value;
        }
    }
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}
