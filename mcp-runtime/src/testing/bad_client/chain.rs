//! One call of one client, from its first request on.

use std::time::Duration;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::BadClient;
use crate::client::Ask;
use crate::client::request::{Answers, Params};
use crate::client::response::Round;
use crate::testing::came::Came;
use crate::testing::script::AskKind;
use crate::testing::wire::Wire;

/// What a round may take; a handler that waits may hold it for most of a minute.
const PATIENCE: Duration = Duration::from_secs(60);
/// Rounds in which a client that behaves must come to an end, whatever the server's limit is.
const MAX_ROUNDS: usize = 1_000;

/// One call of one client.
pub(super) struct Chain<'a> {
    client: &'a BadClient,
    tool: &'a str,
    arguments: Option<Box<RawValue>>,
    wire: Wire,
    /// What was sent so far, in order.
    pub(super) sent: Vec<Request>,
}

/// What one request of a call brings.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    pub(super) answers: Vec<(String, Value)>,
    /// As it came, byte for byte.
    pub(super) state: Option<Box<RawValue>>,
}

impl Request {
    /// Answers to a round, with the state that it came with.
    pub(super) fn to(round: &Round, answers: Vec<(String, Value)>) -> Self {
        Self { answers, state: round.state.clone() }
    }
}

impl<'a> Chain<'a> {
    /// A call that is not made yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be.
    pub(super) fn of(client: &'a BadClient) -> Result<Self, String> {
        let (tool, arguments) = client.call.as_ref().ok_or("the script has no `call`")?;
        let raw = to_raw_value(arguments).map_err(|error| error.to_string())?;
        let arguments = Some(raw).filter(|_| !arguments.is_null());
        let wire = Wire::to(client.server()?, client.peer.clone(), client.capabilities, 0)?;
        Ok(Self { client, tool, arguments, wire, sent: Vec::new() })
    }

    /// Whether each state of the tool is accepted once.
    pub(super) fn is_single_use(&self) -> bool {
        self.wire.is_single_use(self.tool)
    }

    /// Sends a request of the call.
    ///
    /// # Errors
    ///
    /// If what comes is no reply, or an error that says that the server is at fault.
    pub(super) async fn send(&mut self, request: Request) -> Result<Came, String> {
        let answers = request.answers.iter().map(|(key, answer)| {
            Ok((key.clone(), to_raw_value(answer).map_err(|error| error.to_string())?))
        });
        let answers = Answers(answers.collect::<Result<_, String>>()?);
        let params = Params {
            name: Some(self.tool),
            arguments: self.arguments.as_deref(),
            answers: (!answers.0.is_empty()).then_some(&answers),
            state: request.state.as_deref(),
            ..Params::default()
        };
        let message = self.wire.write(params)?;
        self.sent.push(request);
        let reply = tokio::time::timeout(PATIENCE, self.wire.send(&message)).await;
        let reply = reply.map_err(|_| format!("no reply within {PATIENCE:?}"))?;
        let came = reply.map_err(|problem| format!("what came is no reply: {problem}"))?.came;
        match &came {
            Came::Error { code: -32_603, message } if !came.is_out_of_rounds() => {
                Err(format!("an internal error: {message}"))
            }
            _ => Ok(came),
        }
    }

    /// The answer of a client that behaves.
    pub(super) fn good_answer(&self, ask: &Ask) -> Option<Value> {
        let (_, given) = self.client.answers.iter().find(|(key, _)| key == ask.key())?;
        Some(given.to(AskKind::of(ask)))
    }

    /// The answers of a client that behaves.
    ///
    /// # Errors
    ///
    /// If the script does not have all of them.
    pub(super) fn good_answers(&self, asks: &[Ask]) -> Result<Vec<(String, Value)>, String> {
        let answers = asks.iter().map(|ask| match self.good_answer(ask) {
            Some(answer) => Ok((ask.key().to_owned(), answer)),
            None => {
                Err(format!("the script has no answer to the {} `{}`", AskKind::of(ask), ask.key()))
            }
        });
        answers.collect()
    }

    /// Answers that the script has to questions other than these.
    pub(super) fn answers_to_others(&self, asks: &[Ask]) -> Vec<(String, Value)> {
        let others = self.client.answers.iter();
        let others = others.filter(|(key, _)| asks.iter().all(|ask| ask.key() != key));
        others.map(|(key, given)| (key.clone(), given.to(AskKind::Form))).collect()
    }

    /// Behaves until `rounds` of them have asked something, or the call is over.
    pub(super) async fn reach(&mut self, rounds: usize) -> Result<Came, String> {
        let mut came = self.send(Request::default()).await?;
        for _ in 1..rounds {
            let Came::Asks(round) = &came else { break };
            let request = Request::to(round, self.good_answers(&round.asks)?);
            came = self.send(request).await?;
        }
        Ok(came)
    }

    /// Behaves from here to the end.
    pub(super) async fn finish(&mut self, mut came: Came) -> Result<Came, String> {
        for _ in 0..MAX_ROUNDS {
            let Came::Asks(round) = &came else { return Ok(came) };
            let request = Request::to(round, self.good_answers(&round.asks)?);
            came = self.send(request).await?;
        }
        Err(format!("it still asks after {MAX_ROUNDS} rounds"))
    }
}
