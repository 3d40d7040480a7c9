//! What bad clients do, and the answers that they give.

use std::fmt;

use serde_json::{Value, json};

use crate::client::Ask;

/// What a client of the real world does to a tool that asks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Behaviour {
    /// Sends the call again and again, without an answer.
    NeverAnswers,
    /// Accepts forms without their content, or with none in it, whenever it is asked.
    AcceptsWithoutContent,
    /// Closes every question before anybody saw it.
    CancelsAtOnce,
    /// Says no, and sends what the user would have filled in.
    DeclinesWithContent,
    /// Answers with something that is no answer, another thing each time.
    AnswersOfWrongType,
    /// Sends answers to questions that were not asked, and none to those that were.
    AnswersAnotherKey,
    /// Sends more answers than were asked for.
    AnswersMore,
    /// Sends the same round twice.
    AnswersTwice,
    /// Begins the call a second time in between, with the same answers, and then goes on where it was.
    RepeatsRoundOne,
    /// Sends answers without the state that belongs to them.
    DropsState,
    /// Sends another state than it got.
    ChangesState,
}

impl Behaviour {
    pub(super) const ALL: [Self; 11] = [
        Self::NeverAnswers,
        Self::AcceptsWithoutContent,
        Self::CancelsAtOnce,
        Self::DeclinesWithContent,
        Self::AnswersOfWrongType,
        Self::AnswersAnotherKey,
        Self::AnswersMore,
        Self::AnswersTwice,
        Self::RepeatsRoundOne,
        Self::DropsState,
        Self::ChangesState,
    ];
}

impl fmt::Display for Behaviour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NeverAnswers => "never answers",
            Self::AcceptsWithoutContent => "accepts without content",
            Self::CancelsAtOnce => "cancels at once",
            Self::DeclinesWithContent => "declines with content",
            Self::AnswersOfWrongType => "answers of wrong type",
            Self::AnswersAnotherKey => "answers another key",
            Self::AnswersMore => "answers more than was asked",
            Self::AnswersTwice => "answers twice",
            Self::RepeatsRoundOne => "repeats round 1",
            Self::DropsState => "drops the state",
            Self::ChangesState => "changes the state",
        })
    }
}

/// The answer of a client that accepts without content; none if that is an answer to the ask.
pub(super) fn without_content(ask: &Ask, attempt: usize) -> Option<Value> {
    let Ask::Elicit(ask) = ask else { return None };
    let empty = json!({});
    if ask.form().is_none() || ask.check(&empty).is_ok() {
        return None;
    }
    Some(match attempt % 2 {
        0 => json!({ "action": "accept", "content": empty }),
        _ => json!({ "action": "accept" }),
    })
}

/// An answer that is none, whatever was asked.
pub(super) fn of_wrong_type(attempt: usize) -> Value {
    match attempt % 4 {
        0 => json!(12345),
        1 => json!({ "action": "yes", "content": true }),
        2 => json!([{ "action": "accept" }]),
        _ => Value::Null,
    }
}

/// What a client that closes every dialog says to what has one.
pub(super) fn cancel(ask: &Ask) -> Option<Value> {
    matches!(ask, Ask::Elicit(_)).then(|| json!({ "action": "cancel" }))
}

/// A plain no.
pub(super) fn decline(ask: &Ask) -> Option<Value> {
    matches!(ask, Ask::Elicit(_)).then(|| json!({ "action": "decline" }))
}
