//! The clients of the real world, played against a tool.

mod behaviour;
mod chain;
mod persist;
mod play;
mod report;

use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::Value;

pub use self::behaviour::Behaviour;
pub use self::report::{Faults, Report};
use super::script::Given;
use crate::client::declared::EVERYTHING;
use crate::protocol::capabilities::ClientCapabilities;
use crate::server::{Peer, Server};

/// Clients that do what they should not, played against a tool: every [`Behaviour`] at every round of a call.
///
/// The script has the answers of a client that behaves, by key, so that every round is reached. Each bad client makes a
/// call of its own: it behaves up to its round, and goes on as well as it can afterwards. It fails if
///
/// - the server panics, or answers with an internal error;
/// - what comes is no reply, or does not come within a minute;
/// - an answer that does not hold reaches the handler: the call goes on or is done without one that does;
/// - a refusal with content counts for an acceptance;
/// - a state that was changed is not refused with `-32602`;
/// - a user who refuses everything is asked on and on, until the call has no more rounds to go.
///
/// A call with real effects has them many times: give the server fakes. Time stands still, so nothing expires.
///
/// ```
/// use mcp_runtime::prelude::*;
/// use mcp_runtime::testing::BadClient;
/// use serde_json::json;
///
/// #[derive(Elicit)]
/// struct Confirm {
///     /// Yes, delete it all
///     sure: bool,
/// }
///
/// /// Deletes a folder.
/// #[mcp_tool(destructive)]
/// async fn delete_folder(path: String) -> String {
///     #[elicit(message = "Delete {path}?")]
///     let confirm: Confirm;
///     if confirm.sure { format!("Deleted {path}") } else { format!("Kept {path}") }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let report = BadClient::against(Server::new("test", "0").tool(delete_folder))
///     .call("delete_folder", json!({ "path": "/old" }))
///     .answer("confirm", json!({ "sure": true }))
///     .run().await;
///
/// let report = report.to_string();
/// assert!(report.contains("declines with content: the tool error \"the user declined `confirm`\""));
/// assert!(report.contains("changes the state: the error -32602: Invalid or expired requestState"));
/// # }
/// ```
#[must_use = "no client does anything until they are run"]
pub struct BadClient {
    source: Source,
    capabilities: ClientCapabilities,
    peer: Peer,
    call: Option<(String, Value)>,
    answers: Vec<(String, Given)>,
    except: Vec<Behaviour>,
    /// A script that makes no sense.
    problem: Option<String>,
}

/// Where a client finds its server.
enum Source {
    One(Result<Server, String>),
    Each(Box<dyn Fn() -> Result<Server, String> + Send + Sync>),
}

impl BadClient {
    /// Clients of one server, built or still to be built, which they come to one after the other.
    pub fn against<S>(server: S) -> Self
    where
        S: TryInto<Server>,
        S::Error: Display,
    {
        Self::of(Source::One(server.try_into().map_err(|error| error.to_string())))
    }

    /// Clients of a server each, for a tool whose second call is not like its first. A call whose bad part must not
    /// count, such as an answer under another key, then has to end like that of a client that behaves, in the same words.
    pub fn against_each<S, F>(server: F) -> Self
    where
        F: Fn() -> S + Send + Sync + 'static,
        S: TryInto<Server>,
        S::Error: Display,
    {
        let make = move || server().try_into().map_err(|error: S::Error| error.to_string());
        Self::of(Source::Each(Box::new(make)))
    }

    fn of(source: Source) -> Self {
        Self {
            source,
            capabilities: EVERYTHING,
            peer: Peer::anonymous(),
            call: None,
            answers: Vec::new(),
            except: Vec::new(),
            problem: None,
        }
    }

    /// What the clients declare; everything, if nothing is said.
    pub fn capabilities(mut self, capabilities: ClientCapabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Who calls; somebody of whom nothing is known if nothing is said.
    pub fn peer(mut self, peer: Peer) -> Self {
        self.peer = peer;
        self
    }

    /// Leaves out clients of this behaviour: the tool is meant to do what counts as a fault.
    pub fn except(mut self, behaviour: Behaviour) -> Self {
        self.except.push(behaviour);
        self
    }

    /// The call that every client makes.
    pub fn call(mut self, tool: impl Into<String>, arguments: impl Serialize) -> Self {
        if self.call.is_some() {
            return self.problem("there are two calls, and each client makes one");
        }
        match serde_json::to_value(arguments) {
            Ok(arguments) => self.call = Some((tool.into(), arguments)),
            Err(error) => return self.problem(format!("the arguments cannot be written: {error}")),
        }
        self
    }

    /// A client that behaves sends the form `key` with this content; of a model or of folders it is the result.
    pub fn answer(self, key: impl Into<String>, content: impl Serialize) -> Self {
        let key = key.into();
        match serde_json::to_value(content) {
            Ok(content) => self.give(key, Given::Content(content)),
            Err(error) => self.problem(format!("the answer to `{key}` cannot be written: {error}")),
        }
    }

    /// A client that behaves agrees to `key`, without content: a page.
    pub fn accept(self, key: impl Into<String>) -> Self {
        self.give(key.into(), Given::Accept)
    }

    /// A client that behaves says no to `key`.
    pub fn decline(self, key: impl Into<String>) -> Self {
        self.give(key.into(), Given::Decline)
    }

    /// Plays every client.
    ///
    /// # Panics
    ///
    /// If the tool does not hold against one of them; the message shows what each of them got.
    pub async fn run(self) -> Report {
        match self.try_run().await {
            Ok(report) => report,
            #[expect(clippy::panic, reason = "this is how a test fails")]
            Err(faults) => panic!("{faults}"),
        }
    }

    /// Plays every client.
    ///
    /// # Errors
    ///
    /// If the tool does not hold against one of them.
    pub async fn try_run(self) -> Result<Report, Faults> {
        play::play(&self).await
    }

    fn give(mut self, key: String, given: Given) -> Self {
        if self.answers.iter().any(|(other, _)| *other == key) {
            return self.problem(format!("there are two answers to `{key}`"));
        }
        self.answers.push((key, given));
        self
    }

    fn problem(mut self, problem: impl Into<String>) -> Self {
        self.problem.get_or_insert(problem.into());
        self
    }

    /// The server of one client.
    fn server(&self) -> Result<Server, String> {
        match &self.source {
            Source::One(server) => server.clone(),
            Source::Each(make) => make(),
        }
    }

    /// Whether each client has a server that nobody else has called.
    fn is_undisturbed(&self) -> bool {
        matches!(self.source, Source::Each(_))
    }
}

impl fmt::Debug for BadClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BadClient").field("call", &self.call).finish_non_exhaustive()
    }
}
