//! A call, through as many rounds as it takes: each ask answered, the call sent again with the answers.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::ask::Ask;
use super::connection::Connection;
use super::declared::Handlers;
use super::error::ClientError;
use super::request::{Answers, Params};
use super::response::{self, Meaning, Round};
use crate::protocol::roots::RootList;

/// How long the client stays away after the first of several rounds that ask nothing; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// One round, as its observer sees it: what the server asked for before it goes on.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct RoundInfo {
    /// The tool that was called.
    pub tool: String,
    /// The number of the round; the first is 1.
    pub number: u32,
    /// The keys of what was asked, in order; none if the client is only to come back.
    pub keys: Vec<String>,
    /// The size of the state that the server wants back, in bytes.
    pub state_bytes: Option<usize>,
}

/// Somebody who wants to know of each round.
#[derive(Clone)]
pub(super) struct Observer(pub(super) Arc<dyn Fn(&RoundInfo) + Send + Sync>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

/// How rounds are answered.
#[derive(Debug)]
pub(super) struct Rounds {
    pub(super) handlers: Handlers,
    pub(super) observer: Option<Observer>,
    pub(super) limit: u32,
}

impl Rounds {
    /// Calls `tool`, and answers what it asks until it is done.
    pub(super) async fn call(
        &self,
        connection: &Connection,
        method: &'static str,
        tool: &str,
        arguments: Option<&RawValue>,
    ) -> Result<Box<RawValue>, ClientError> {
        let declared = self.handlers.declared();
        let params = Params { name: Some(tool), arguments, ..Params::default() };
        // Nothing of an earlier round goes along but its answers and the state that it came with.
        let (mut answers, mut state) = (None, None);
        let mut pause = FIRST_PAUSE;
        let mut number = 0;
        loop {
            let params = Params { answers: answers.as_ref(), state: state.as_deref(), ..params };
            let result = connection.request(method, params).await?;
            let round = match response::read(&result, declared) {
                Ok(Meaning::Complete) => return Ok(result),
                Ok(Meaning::InputRequired(round)) => round,
                Err(problem) => return Err(ClientError::InvalidResponse { method, problem }),
            };
            number += 1;
            self.observe(tool, number, &round);
            if number > self.limit {
                let keys = keys(&round);
                return Err(ClientError::RoundsExceeded { limit: self.limit, keys });
            }
            if round.asks.is_empty() {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                answers = None;
            } else {
                pause = FIRST_PAUSE;
                answers = Some(self.answer(tool, round.asks).await?);
            }
            state = round.state;
        }
    }

    /// Every answer of a round, one ask after the other: a user has one attention.
    async fn answer(&self, tool: &str, asks: Vec<Ask>) -> Result<Answers, ClientError> {
        let mut answers = Vec::with_capacity(asks.len());
        for mut ask in asks {
            ask.of_tool(tool);
            let key = ask.key().to_owned();
            let answer = self.answer_one(ask, &key).await?;
            answers.push((key, answer));
        }
        Ok(Answers(answers))
    }

    async fn answer_one(&self, ask: Ask, key: &str) -> Result<Box<RawValue>, ClientError> {
        let unwritable =
            |source| ClientError::Unwritable { what: format!("the answer to `{key}`"), source };
        match ask {
            Ask::Elicit(ask) => {
                let handlers = &self.handlers;
                let handler = if ask.url().is_some() { &handlers.url } else { &handlers.form };
                let handler = handler.as_ref().ok_or_else(|| nobody(key))?;
                let reply = handler(ask).await.map_err(|error| error.of(key))?;
                reply.write().map_err(unwritable)
            }
            Ask::Sample(ask) => {
                let handler = self.handlers.sample.as_ref().ok_or_else(|| nobody(key))?;
                let completion = handler(ask).await.map_err(|error| error.of(key))?;
                write(&completion).map_err(unwritable)
            }
            Ask::Roots { .. } => {
                let roots = self.handlers.roots.clone().ok_or_else(|| nobody(key))?;
                write(&RootList { roots }).map_err(unwritable)
            }
        }
    }

    fn observe(&self, tool: &str, number: u32, round: &Round) {
        if let Some(observer) = &self.observer {
            let state_bytes = round.state.as_deref().map(|state| {
                // Without its quotes; a state of base64 has no escapes that could count twice.
                state.get().len().saturating_sub(2)
            });
            (observer.0)(&RoundInfo {
                tool: tool.to_owned(),
                number,
                keys: keys(round),
                state_bytes,
            });
        }
    }
}

fn keys(round: &Round) -> Vec<String> {
    round.asks.iter().map(|ask| ask.key().to_owned()).collect()
}

/// What was declared has a handler, so this is never seen.
fn nobody(key: &str) -> ClientError {
    ClientError::Handler {
        key: key.to_owned(),
        message: "nobody answers it".to_owned(),
        source: None,
    }
}

fn write<T: Serialize>(value: &T) -> Result<Box<RawValue>, serde_json::Error> {
    to_raw_value(value)
}
