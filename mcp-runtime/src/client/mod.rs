//! The other end: a client that calls tools, and answers what they ask.
//!
//! ```
//! use mcp_runtime::client::{Client, ElicitAsk, Transport};
//! use serde_json::json;
//! # use mcp_runtime::Server;
//!
//! # async fn example(server: Server) -> Result<(), mcp_runtime::ClientError> {
//! let client = Client::new("console", "1.0.0")
//!     .on_elicit(|ask: ElicitAsk| async move {
//!         println!("{}", ask.message());
//!         Ok(ask.accept(json!({ "name": "Ada" })))
//!     })
//!     .connect(Transport::child("cargo run -q --bin greet"))
//!     .await?;
//! let result = client.call_tool("greet", json!({})).await?;
//! assert_eq!(result.text(), "Hello, Ada!");
//! # Ok(())
//! # }
//! ```
//!
//! Registering a handler declares the capability, and there is no other way to declare one: a server cannot ask what
//! nobody would answer. A call goes through its rounds by itself. All asks of a round are answered, one after the
//! other, before the call is sent again; if a handler fails, the call ends with its error and the server hears
//! nothing. No handler, or one that fails, is never a decline.
//!
//! Dropping the future of a call drops the handler that is at work, and tells the server that nobody waits any more.
//!
//! It speaks revision 2026-07-28.

mod ask;
mod builder;
mod connection;
pub(crate) mod declared;
mod error;
mod lines;
pub(crate) mod request;
pub(crate) mod response;
mod results;
mod rounds;
mod transport;

use std::process::ExitStatus;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

#[cfg(feature = "testing")]
pub(crate) use ask::Ask;
pub use ask::{ElicitAsk, ElicitReply, SampleAsk};
pub use builder::ClientBuilder;
pub use error::{ClientError, ElicitError, HandlerError, SampleError};
pub use results::{CallResult, Discovered, ListedTool};
pub use rounds::RoundInfo;
pub use transport::Transport;

use crate::protocol::capabilities::ClientCapabilities;
use crate::protocol::implementation::Implementation;
use crate::protocol::revision::Revision;
use connection::Connection;
use request::Params;
use response::Meaning;
use results::ToolPage;
use rounds::Rounds;

/// Pages of one list that are followed; a server whose pages never end is given up on.
const MAX_PAGES: usize = 1000;

const DISCOVER: &str = "server/discover";
const TOOLS_CALL: &str = "tools/call";
const TOOLS_LIST: &str = "tools/list";

/// A client that is connected to a server.
///
/// It is cheap to clone, and any number of calls may be under way at once. When the last clone is gone, the server's
/// input is closed; a child that does not end then is killed after a moment.
#[derive(Clone, Debug)]
pub struct Client {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    connection: Connection,
    rounds: Rounds,
    server: Discovered,
}

impl Client {
    /// Begins a client of this name and version.
    #[expect(clippy::new_ret_no_self, reason = "a client is made by its builder")]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(Implementation::new(name, version))
    }

    fn of(connection: Connection, rounds: Rounds, server: Discovered) -> Self {
        Self { inner: Arc::new(Inner { connection, rounds, server }) }
    }

    /// What the server said of itself when the client connected.
    #[must_use]
    pub fn server(&self) -> &Discovered {
        &self.inner.server
    }

    /// Asks the server what it says of itself now.
    ///
    /// # Errors
    ///
    /// [`ClientError`], as of any request.
    pub async fn discover(&self) -> Result<Discovered, ClientError> {
        discover(&self.inner.connection).await
    }

    /// All the tools, from all pages.
    ///
    /// # Errors
    ///
    /// [`ClientError`], also if the pages do not end.
    pub async fn list_tools(&self) -> Result<Vec<ListedTool>, ClientError> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..MAX_PAGES {
            let params = Params { cursor: cursor.as_deref(), ..Params::default() };
            let page = self.inner.connection.request(TOOLS_LIST, params).await?;
            let page: ToolPage = complete(TOOLS_LIST, &page)?;
            tools.extend(page.tools);
            let Some(next) = page.next_cursor else { return Ok(tools) };
            if cursor.as_ref() == Some(&next) {
                return Err(invalid(TOOLS_LIST, "a page leads to itself"));
            }
            cursor = Some(next);
        }
        Err(invalid(TOOLS_LIST, format!("there are more than {MAX_PAGES} pages")))
    }

    /// Calls a tool, and answers what it asks. `arguments` is an object, or `()` for none.
    ///
    /// # Errors
    ///
    /// [`ClientError`]. A tool that fails in its own way is a result; see [`CallResult::is_error`].
    pub async fn call_tool(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> Result<CallResult, ClientError> {
        let arguments = to_raw_value(&arguments).map_err(|source| ClientError::Unwritable {
            what: format!("the arguments of `{name}`"),
            source,
        })?;
        let arguments = match arguments.get() {
            "null" => None,
            object if object.starts_with('{') => Some(&*arguments),
            _ => return Err(ClientError::Arguments { tool: name.to_owned() }),
        };
        let Inner { connection, rounds, .. } = &*self.inner;
        let result = rounds.call(connection, TOOLS_CALL, name, arguments).await?;
        CallResult::read(&result).map_err(|problem| invalid(TOOLS_CALL, problem))
    }

    /// Closes the server's input and waits until it has ended; a child that does not is killed after a moment.
    ///
    /// Clones of the client are closed too. What is under way may still be answered.
    pub async fn close(self) -> Option<ExitStatus> {
        self.inner.connection.close().await
    }
}

async fn discover(connection: &Connection) -> Result<Discovered, ClientError> {
    complete(DISCOVER, &connection.request(DISCOVER, Params::default()).await?)
}

/// The first request: does the server speak our revision?
async fn probe(connection: &Connection) -> Result<Discovered, ClientError> {
    let discovered = match discover(connection).await {
        Ok(discovered) => discovered,
        Err(ClientError::Server { message, code, data }) => {
            let supported = data.as_ref().and_then(|data| data.get("supported"));
            let supported = supported.and_then(|list| serde_json::from_value(list.clone()).ok());
            let problem = format!("{message} ({code})");
            let supported = supported.unwrap_or_default();
            return Err(ClientError::Revision { problem, supported });
        }
        Err(other) => return Err(other),
    };
    let ours = Revision::V2026_07_28.as_str();
    if discovered.supported_versions.iter().any(|version| version == ours) {
        return Ok(discovered);
    }
    let supported = discovered.supported_versions;
    let problem = format!("it speaks {}", supported.join(", "));
    Err(ClientError::Revision { problem, supported })
}

/// The result of a method that never asks.
fn complete<T: serde::de::DeserializeOwned>(
    method: &'static str,
    result: &RawValue,
) -> Result<T, ClientError> {
    match response::read(result, ClientCapabilities::NONE) {
        Ok(Meaning::Complete) => {}
        Ok(Meaning::InputRequired(_)) => return Err(invalid(method, "it must not ask for input")),
        Err(problem) => return Err(invalid(method, problem)),
    }
    serde_json::from_str(result.get()).map_err(|error| invalid(method, error.to_string()))
}

fn invalid(method: &'static str, problem: impl Into<String>) -> ClientError {
    ClientError::InvalidResponse { method, problem: problem.into() }
}
