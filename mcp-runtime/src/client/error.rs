//! What can go wrong with a call, seen from the client.

use std::error::Error as StdError;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

/// Why a request of a client came to nothing.
///
/// [`Server`](Self::Server) is what the server said; everything else happened on this side or in between. What made it
/// happen is the [`source`](std::error::Error::source), where there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The arguments of a call are not an object.
    #[error("the arguments of `{tool}` must be a JSON object")]
    Arguments {
        /// The tool.
        tool: String,
    },
    /// The client was closed.
    #[error("the client was closed")]
    Closed,
    /// A command line cannot be split into words, or is empty.
    #[error("{line:?} is not a command: it is empty, or a quote in it is not closed")]
    Command {
        /// The command line.
        line: String,
    },
    /// The server did not answer the first request in time.
    #[error("the server did not answer within {after:?}")]
    ConnectTimedOut {
        /// How long the client waited.
        after: Duration,
    },
    /// The server ended its output.
    #[error("the server closed the connection")]
    Disconnected,
    /// The server's process ended.
    #[error("the server ended ({status})")]
    Exited {
        /// How it ended.
        status: ExitStatus,
    },
    /// A handler of this client could not answer an ask. Nothing was sent in its place.
    #[error("ask `{key}` was not answered: {message}")]
    Handler {
        /// The key of the ask.
        key: String,
        /// What the handler said.
        message: String,
        /// What made it fail, if it was an error of another kind.
        #[source]
        source: Option<Box<dyn StdError + Send + Sync>>,
    },
    /// The server's answer breaks the protocol.
    #[error("the answer to `{method}` is not valid: {problem}")]
    InvalidResponse {
        /// The method that was answered.
        method: &'static str,
        /// What is wrong with the answer.
        problem: String,
    },
    /// Reading what the server writes failed.
    #[error("the connection failed")]
    Io(#[source] Arc<std::io::Error>),
    /// The server does not speak the revision that this client speaks.
    #[error("the server does not speak 2026-07-28: {problem}")]
    Revision {
        /// What the server said instead.
        problem: String,
        /// The revisions that it does speak, if it said so.
        supported: Vec<String>,
    },
    /// The server asked again and again.
    #[error("the server still asks for {} after {limit} rounds", names(.keys))]
    RoundsExceeded {
        /// How many rounds this client answers.
        limit: u32,
        /// What the server asked for last; nothing if it only wanted the client to come back.
        keys: Vec<String>,
    },
    /// The server answered with an error.
    #[error("the server answered with an error: {message} ({code})")]
    Server {
        /// The JSON-RPC error code.
        code: i64,
        /// The server's words, without characters that could hide or overwrite other text.
        message: String,
        /// Whatever else the server had to say.
        data: Option<Value>,
    },
    /// The server cannot be started.
    #[error("`{program}` cannot be started")]
    Spawn {
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The server sent a line that is too long. As nobody can tell whose answer it was, every open request gets this.
    #[error("the server sent a message of more than {limit} bytes")]
    TooLong {
        /// How many bytes a message may have.
        limit: usize,
    },
    /// Something that was to be sent cannot be written as JSON.
    #[error("{what} cannot be written as JSON")]
    Unwritable {
        /// What it was.
        what: String,
        /// Why not.
        source: serde_json::Error,
    },
}

impl ClientError {
    /// Whether the server said it, and not this side.
    #[must_use]
    pub fn is_from_server(&self) -> bool {
        matches!(self, Self::Server { .. })
    }
}

fn names(keys: &[String]) -> String {
    if keys.is_empty() {
        return "more time".to_owned();
    }
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

/// Why a handler of a client could not answer an ask.
///
/// Any error becomes one, with `?`; [`message`](Self::message) has words for the person who made the call. Neither is
/// ever taken for a decline: the call ends, and the server hears nothing that the user did not say.
#[derive(Debug)]
pub struct HandlerError {
    pub(super) message: String,
    pub(super) source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Why an elicitation could not be answered.
pub type ElicitError = HandlerError;

/// Why the model could not be asked.
pub type SampleError = HandlerError;

impl HandlerError {
    /// A failure with words for the person who made the call.
    pub fn message(message: impl Into<String>) -> Self {
        Self { message: message.into(), source: None }
    }

    /// The error of the call.
    pub(super) fn of(self, key: &str) -> ClientError {
        let Self { message, source } = self;
        ClientError::Handler { key: key.to_owned(), message, source }
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for HandlerError {
    fn from(error: E) -> Self {
        Self { message: "its handler failed".to_owned(), source: Some(Box::new(error)) }
    }
}
