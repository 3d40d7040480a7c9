//! The script of a conversation, as a test writes it.

use std::fmt::Display;
use std::panic::Location;

use serde::Serialize;
use serde_json::Value;

use super::failure::Failure;
use super::player;
use super::script::{AskKind, Ending, ExpectedAsk, Given, Line, Step};
use super::transcript::Transcript;
use crate::client::declared::EVERYTHING;
use crate::protocol::capabilities::{Capability, ClientCapabilities};
use crate::server::{Peer, Server};

/// A conversation with a server: calls, what they have to ask, what is answered, how they have to end.
///
/// It runs in every era that the server speaks, which is revision 2026-07-28 for now, at fixed moments and with
/// fixed randomness. **Every round that asks is played twice**, as if the client's first try had been lost, and the
/// conversation fails if the handler does something else the second time. What a handler does below its last ask
/// happens once. Rounds of a tool whose states are accepted once are played once, and so are rounds that only
/// [wait](crate::Context::wait_until), which need no line in the script.
///
/// A call that asks more than the script answers, or ends before everything was asked, fails the conversation; so
/// does a tool error that the script does not expect.
///
/// Asks that travel together stand one after the other, in any order, and each may have its answer right behind it:
/// `.expect_form("a").answer(…).expect_form("b").answer(…)`, or both expected first and then both answered.
#[derive(Debug)]
#[must_use = "a conversation does nothing until it is run"]
pub struct Conversation {
    pub(super) server: Result<Server, String>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) peer: Peer,
    pub(super) script: Vec<Line>,
    /// A line that makes no sense where it stands.
    pub(super) misplaced: Option<(String, &'static Location<'static>)>,
}

impl Conversation {
    /// A conversation with a server, built or still to be built; the client can be asked everything.
    pub fn with<S>(server: S) -> Self
    where
        S: TryInto<Server>,
        S::Error: Display,
    {
        Self {
            server: server.try_into().map_err(|error| error.to_string()),
            capabilities: EVERYTHING,
            peer: Peer::anonymous(),
            script: Vec::new(),
            misplaced: None,
        }
    }

    /// What the client declares.
    pub fn capabilities(mut self, capabilities: ClientCapabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// A client that cannot ask its user anything.
    pub fn without_elicitation(self) -> Self {
        let rest = [Capability::Sampling, Capability::SamplingTools, Capability::Roots];
        let rest = rest.into_iter().fold(ClientCapabilities::NONE, ClientCapabilities::with);
        self.capabilities(rest.with(Capability::SamplingContext))
    }

    /// Who calls; somebody of whom nothing is known if nothing is said.
    pub fn peer(mut self, peer: Peer) -> Self {
        self.peer = peer;
        self
    }

    /// Calls a tool. Several calls in one script are made one after the other.
    #[track_caller]
    pub fn call(self, tool: impl Into<String>, arguments: impl Serialize) -> Self {
        match serde_json::to_value(arguments) {
            Ok(arguments) => self.step(Step::Call { tool: tool.into(), arguments }),
            Err(error) => self.misplace(format!("the arguments cannot be written: {error}")),
        }
    }

    /// The call asks for a form under this key.
    #[track_caller]
    pub fn expect_form(self, key: impl Into<String>) -> Self {
        self.ask(AskKind::Form, key.into())
    }

    /// The call asks for a page to be opened under this key.
    #[track_caller]
    pub fn expect_url(self, key: impl Into<String>) -> Self {
        self.ask(AskKind::Url, key.into())
    }

    /// The call asks the client's model under this key.
    #[track_caller]
    pub fn expect_sample(self, key: impl Into<String>) -> Self {
        self.ask(AskKind::Sample, key.into())
    }

    /// The call asks for the folders that the user works in under this key.
    #[track_caller]
    pub fn expect_roots(self, key: impl Into<String>) -> Self {
        self.ask(AskKind::Roots, key.into())
    }

    /// The message of the ask before contains `text`.
    #[track_caller]
    pub fn expect_message(mut self, text: impl Into<String>) -> Self {
        if let Some(Line { step: Step::Ask(ask), .. }) = self.script.last_mut() {
            ask.says.push(text.into());
            return self;
        }
        self.misplace("`expect_message` belongs behind an ask")
    }

    /// The user sends the form with this content; of a model or of folders it is the result.
    #[track_caller]
    pub fn answer(self, content: impl Serialize) -> Self {
        match serde_json::to_value(content) {
            Ok(content) => self.give(Given::Content(content)),
            Err(error) => self.misplace(format!("the answer cannot be written: {error}")),
        }
    }

    /// The user agrees, without content.
    #[track_caller]
    pub fn accept(self) -> Self {
        self.give(Given::Accept)
    }

    /// The user says no.
    #[track_caller]
    pub fn decline(self) -> Self {
        self.give(Given::Decline)
    }

    /// The user closes the question.
    #[track_caller]
    pub fn cancel(self) -> Self {
        self.give(Given::Cancel)
    }

    /// The client answers with this, whatever it is.
    #[track_caller]
    pub fn raw(self, answer: Value) -> Self {
        self.give(Given::Raw(answer))
    }

    /// The call ends with exactly this text.
    #[track_caller]
    pub fn expect_text(self, text: impl Into<String>) -> Self {
        self.step(Step::End(Ending::Text(text.into())))
    }

    /// The call ends with a text that contains this one.
    #[track_caller]
    pub fn expect_text_containing(self, text: impl Into<String>) -> Self {
        self.step(Step::End(Ending::TextContaining(text.into())))
    }

    /// The call ends with a tool error whose text contains this one.
    #[track_caller]
    pub fn expect_tool_error(self, text: impl Into<String>) -> Self {
        self.step(Step::End(Ending::ToolError(text.into())))
    }

    /// The call ends with a JSON-RPC error of this code.
    #[track_caller]
    pub fn expect_error(self, code: i64) -> Self {
        self.step(Step::End(Ending::Error(code)))
    }

    /// Plays the script.
    ///
    /// # Panics
    ///
    /// If the conversation does not go as the script has it; the message shows all that was said.
    pub async fn run(self) -> Transcript {
        match self.try_run().await {
            Ok(transcript) => transcript,
            #[expect(clippy::panic, reason = "this is how a test fails")]
            Err(failure) => panic!("{failure}"),
        }
    }

    /// Plays the script.
    ///
    /// # Errors
    ///
    /// If the conversation does not go as the script has it.
    pub async fn try_run(self) -> Result<Transcript, Failure> {
        player::play(&self).await
    }

    #[track_caller]
    fn ask(self, kind: AskKind, key: String) -> Self {
        self.step(Step::Ask(ExpectedAsk { kind, key, says: Vec::new(), answer: None }))
    }

    /// Gives an answer to the first ask that has none.
    #[track_caller]
    fn give(mut self, given: Given) -> Self {
        let open = self.script.iter_mut().find_map(|line| match &mut line.step {
            Step::Ask(ask) if ask.answer.is_none() => Some(ask),
            _ => None,
        });
        match open {
            Some(ask) => ask.answer = Some(given),
            None => return self.misplace("there is no ask that this could answer"),
        }
        self
    }

    #[track_caller]
    fn step(mut self, step: Step) -> Self {
        if self.script.is_empty() && !matches!(step, Step::Call { .. }) {
            return self.misplace("a script begins with `call`");
        }
        self.script.push(Line { step, at: Location::caller() });
        self
    }

    #[track_caller]
    fn misplace(mut self, problem: impl Into<String>) -> Self {
        self.misplaced.get_or_insert((problem.into(), Location::caller()));
        self
    }
}
