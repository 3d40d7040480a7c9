//! An error that a handler wants to reach the client as a JSON-RPC error.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// A JSON-RPC error.
///
/// A handler that returns one in a `Result` answers with the error itself, which models as a rule do not see; any
/// other error type becomes a result with `isError: true`, which they do.
///
/// ```
/// use mcp_runtime::ProtocolError;
///
/// let error = ProtocolError::invalid_params("`cursor` is from another server");
/// assert_eq!(error.code(), -32_602);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProtocolError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl ProtocolError {
    /// Any error. Codes of your own belong outside of -32768 to -32000.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// `-32602`: what the client sent does not fit.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32_602, message)
    }

    /// `-32603`: the server is at fault. The client gets to read the message.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(-32_603, message)
    }

    /// Adds `data` for programs.
    #[must_use]
    pub fn data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The data, if there is some.
    #[must_use]
    pub fn data_ref(&self) -> Option<&Value> {
        self.data.as_ref()
    }

    /// The same error, with what it is about in front of the message.
    pub(crate) fn inside(mut self, what: fmt::Arguments<'_>) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for ProtocolError {}
