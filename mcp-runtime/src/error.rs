//! `Refusal`: every JSON-RPC error that the server itself answers with, and the table of their codes.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::capability::MissingCapabilities;
use crate::envelope::NoMessage;
use crate::handler::error::ProtocolError;

/// Why a request got a JSON-RPC error instead of a result.
///
/// What the client may know is in the message; what only the operator may know goes to the log where it is known.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The bytes are not JSON. The client is broken, or is no MCP client.
    NotJson(String),
    /// It is JSON and no request.
    NotRequest(String),
    /// There is no such method, or not in this revision.
    UnknownMethod(String),
    /// What the method wants is not in `params`.
    BadParams(String),
    /// There is no such tool.
    UnknownTool(String),
    /// A header does not say what the body says.
    HeaderMismatch(String),
    /// The state was not accepted. Says no more on purpose: who learns why can probe for forgeries.
    StateRejected,
    /// Whether the state was used before can't be told, so it is not accepted now.
    SpentUnknown,
    /// The client would have to declare more than it did.
    MissingCapabilities(MissingCapabilities),
    /// The revision is not served.
    UnsupportedVersion { requested: String, supported: Vec<&'static str> },
    /// A request with this id is under way.
    #[cfg_attr(
        not(feature = "stdio"),
        expect(dead_code, reason = "a pipe alone carries many requests")
    )]
    IdInUse,
    /// More calls are under way than the server takes.
    #[cfg_attr(
        not(any(feature = "stdio", feature = "http")),
        expect(dead_code, reason = "transports count what is under way")
    )]
    Busy,
    /// The server is at fault; what went wrong is in the log.
    Internal,
    /// The handler's own error.
    Handler(ProtocolError),
}

impl Refusal {
    /// The code, the message and the data.
    pub(crate) fn parts(&self) -> (i32, Cow<'_, str>, Option<Value>) {
        match self {
            Self::NotJson(problem) => (-32_700, problem.into(), None),
            Self::NotRequest(problem) => (-32_600, problem.into(), None),
            Self::UnknownMethod(name) => {
                (-32_601, format!("there is no method {:?}", short(name)).into(), None)
            }
            Self::BadParams(problem) => (-32_602, problem.into(), None),
            Self::UnknownTool(name) => {
                (-32_602, format!("unknown tool {:?}", short(name)).into(), None)
            }
            Self::HeaderMismatch(problem) => (-32_020, problem.into(), None),
            Self::StateRejected => (-32_602, "Invalid or expired requestState".into(), None),
            Self::SpentUnknown => {
                let message = "whether this state was used before can't be checked now; nothing was done: try again \
                               later";
                (-32_603, message.into(), None)
            }
            Self::MissingCapabilities(missing) => {
                let data = json!({ "requiredCapabilities": missing.required() });
                (-32_021, missing.reason().into(), Some(data))
            }
            Self::UnsupportedVersion { requested, supported } => {
                let data = json!({ "supported": supported, "requested": requested });
                let served = supported.join(", ");
                let message =
                    format!("protocol version {:?} is not served: {served}", short(requested));
                (-32_022, message.into(), Some(data))
            }
            Self::IdInUse => (-32_600, "a request with this id is under way".into(), None),
            Self::Busy => {
                (-32_603, "too many requests are under way: try again later".into(), None)
            }
            Self::Internal => (-32_603, "internal error".into(), None),
            Self::Handler(error) => {
                (error.code(), error.message().into(), error.data_ref().cloned())
            }
        }
    }
}

impl Refusal {
    /// The HTTP status of the refusal; a status that the specification does not name is 200.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Self::NotJson(_)
            | Self::NotRequest(_)
            | Self::BadParams(_)
            | Self::UnknownTool(_)
            | Self::HeaderMismatch(_)
            | Self::StateRejected
            | Self::MissingCapabilities(_)
            | Self::UnsupportedVersion { .. }
            | Self::IdInUse => 400,
            Self::UnknownMethod(_) => 404,
            Self::Busy | Self::SpentUnknown => 503,
            Self::Internal | Self::Handler(_) => 200,
        }
    }
}

/// The first characters of something that a client made up.
fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

impl From<ProtocolError> for Refusal {
    fn from(error: ProtocolError) -> Self {
        Self::Handler(error)
    }
}

impl From<NoMessage> for Refusal {
    fn from(no_message: NoMessage) -> Self {
        match no_message {
            NoMessage::NotJson(problem) => Self::NotJson(problem),
            NoMessage::NotRpc { problem, .. } => Self::NotRequest(problem),
            // Never sent: a notification has no reply.
            NoMessage::BadNotification => Self::Internal,
            NoMessage::BadParams { problem, .. } => Self::BadParams(problem),
        }
    }
}
