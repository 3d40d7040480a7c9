//! The explicit form: a handler that returns its asks, and carries its own state.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::answer::Answer;
use super::key::Key;
use super::make;
use super::reply::Outcome;
use crate::form::Elicit;
use crate::handler::error::ProtocolError;
use crate::protocol::roots::Root;
use crate::protocol::sampling::{Completion, Sample};
use crate::replay::question::Question;
use crate::replay::turn::{LiveAsk, Turn};

/// What a handler needs before it can go on, returned instead of awaited.
///
/// The call ends its round with these asks, and the handler is called again with what [`Context::input`] then
/// brings. A client sends the answers of the last round alone: what is needed later belongs in the
/// [`state`](Self::state). Without an ask it says "come back".
///
/// [`Context::input`]: crate::Context::input
#[derive(Debug, Default)]
#[must_use = "it asks nothing until it is returned"]
pub struct InputRequired {
    asks: Vec<(Key, Question)>,
    state: Option<Box<RawValue>>,
    problem: Option<ProtocolError>,
}

impl InputRequired {
    /// Nothing asked yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A form for the user.
    pub fn elicit<T: Elicit>(self, key: impl Into<String>, message: impl Into<String>) -> Self {
        self.with(key.into(), make::form::<T>(message.into()))
    }

    /// A page for the user to open; see [`Context::elicit_url`](crate::Context::elicit_url) for which.
    pub fn elicit_url(
        self,
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Self {
        self.with(key.into(), make::page(message.into(), url.into()))
    }

    /// Something for the client's model.
    pub fn sample(self, key: impl Into<String>, sample: impl Into<Sample>) -> Self {
        self.with(key.into(), Ok(make::sample(sample.into())))
    }

    /// The folders that the user works in.
    pub fn roots(self, key: impl Into<String>) -> Self {
        self.with(key.into(), Ok(make::roots()))
    }

    /// What the handler wants to know again in the next round. The client carries it, and can read it.
    ///
    /// # Errors
    ///
    /// If `state` cannot be written as JSON.
    pub fn state<S: Serialize>(mut self, state: &S) -> Result<Self, ProtocolError> {
        let raw = to_raw_value(state).map_err(|error| {
            ProtocolError::internal(format!("the handler's state cannot be written: {error}"))
        })?;
        self.state = Some(raw);
        Ok(self)
    }

    /// Nobody reads the result of the builder before it is returned, so the first problem is kept until then.
    fn with(mut self, key: String, question: Result<Question, ProtocolError>) -> Self {
        let key = Key::new(key);
        let problem = if key.is_reserved() {
            Err(ProtocolError::internal(format!(
                "the key `{key}` is reserved: keys that start with `_mcp.` belong to the framework"
            )))
        } else if self.asks.iter().any(|(had, _)| *had == key) {
            Err(ProtocolError::internal(format!("the key `{key}` names two asks of one round")))
        } else {
            question
        };
        match problem {
            Ok(question) => self.asks.push((key, question)),
            Err(error) => {
                self.problem.get_or_insert(error.inside(format_args!("ask `{key}`")));
            }
        }
        self
    }

    /// The asks and the state, for the turn.
    pub(crate) fn into_parts(self) -> Result<(Vec<LiveAsk>, Option<Box<RawValue>>), ProtocolError> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let asks = self.asks.into_iter().map(|(key, ask)| LiveAsk::explicit(key, ask));
        Ok((asks.collect(), self.state))
    }
}

/// What a round brought: answers by key, and the handler's own state.
///
/// What is not there and what is malformed are both `None`: ask again. In a first round answers count although
/// nothing asked for them; later on only those to what the last round asked, and each only as what it was asked as: an
/// accepted page is no form, and an answer to another form is none to this one. The message is not compared, as a
/// handler that reads by key does not say it: ask under another key when it means something else.
#[derive(Clone, Copy, Debug)]
pub struct Input<'cx> {
    turn: &'cx Turn,
}

impl<'cx> Input<'cx> {
    pub(crate) fn new(turn: &'cx Turn) -> Self {
        Self { turn }
    }

    /// The answer to a form, checked against it.
    #[must_use]
    pub fn elicit<T: Elicit>(self, key: &str) -> Option<Answer<T>> {
        let shape = Question::shape_of_form(T::form());
        self.turn.peek(key, Some(shape), |text| said(make::read_form(text)))
    }

    /// The answer to a page.
    #[must_use]
    pub fn url(self, key: &str) -> Option<Answer<()>> {
        let shape = Question::shape_of_page();
        self.turn.peek(key, Some(shape), |text| said(make::read_page(text)))
    }

    /// What the client's model wrote.
    #[must_use]
    pub fn sample(self, key: &str) -> Option<Completion> {
        let shape = Question::shape_of_sample();
        self.turn.peek(key, Some(shape), |text| said(make::read_sample(text))?.accepted())
    }

    /// The folders that the user works in.
    #[must_use]
    pub fn roots(self, key: &str) -> Option<Vec<Root>> {
        let shape = Question::shape_of_roots();
        self.turn.peek(key, Some(shape), |text| said(make::read_roots(text))?.accepted())
    }

    /// Whatever the client sent under this key, unchecked.
    #[must_use]
    pub fn raw(self, key: &str) -> Option<Value> {
        self.turn.peek(key, None, |text| serde_json::from_str(text).ok())
    }

    /// What the handler gave to [`InputRequired::state`] in the round before.
    #[must_use]
    pub fn state<S: DeserializeOwned>(self) -> Option<S> {
        self.turn.peek_state(|text| serde_json::from_str(text).ok())
    }
}

fn said<T>(read: Result<Outcome<T>, String>) -> Option<Answer<T>> {
    match read.ok()? {
        Outcome::Accept(value) => Some(Answer::Accept(value)),
        Outcome::Decline => Some(Answer::Decline),
        Outcome::Cancel => Some(Answer::Cancel),
        Outcome::Failed(_) => None,
    }
}
