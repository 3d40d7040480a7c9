//! What a request came to, and how that is told.

use serde_json::Value;

use super::script::AskKind;
use super::transcript::json;
use crate::client::response::Round;
use crate::client::{Ask, CallResult};
use crate::pipeline::ALL_ROUNDS;

/// What a request came to.
#[derive(Debug)]
pub(super) enum Came {
    Asks(Round),
    Result(CallResult),
    Error { code: i64, message: String },
}

impl Came {
    /// What is asked; nothing if it came to an end.
    pub(super) fn asks(&self) -> &[Ask] {
        match self {
            Self::Asks(round) => &round.asks,
            Self::Result(_) | Self::Error { .. } => &[],
        }
    }

    /// Whether the call has no more rounds to go.
    pub(super) fn is_out_of_rounds(&self) -> bool {
        matches!(self, Self::Error { code: -32_603, message } if message.contains(ALL_ROUNDS))
    }

    /// In words.
    pub(super) fn told(&self) -> String {
        match self {
            Self::Asks(round) => asked(&round.asks),
            Self::Result(result) if result.is_error() => {
                format!("the tool error {:?}", result.text())
            }
            Self::Result(result) if result.text().is_empty() => {
                format!("a result without text: {}", json(&Value::Object(result.json().clone())))
            }
            Self::Result(result) => format!("the text {:?}", result.text()),
            Self::Error { code, message } => format!("the error {code}: {message}"),
        }
    }
}

/// The asks of a round in words, one a line.
pub(super) fn asked(asks: &[Ask]) -> String {
    if asks.is_empty() {
        return "a round that asks nothing".to_owned();
    }
    let asks = asks.iter().map(|ask| match message_of(ask) {
        message if message.is_empty() => format!("a {} `{}`", AskKind::of(ask), ask.key()),
        message => format!("a {} `{}`: {message}", AskKind::of(ask), ask.key()),
    });
    asks.collect::<Vec<_>>().join("\n")
}

/// The words of an ask.
pub(super) fn message_of(ask: &Ask) -> String {
    match ask {
        Ask::Elicit(ask) => ask.message().to_owned(),
        Ask::Sample(ask) => ask.prompt(),
        Ask::Roots { .. } => String::new(),
    }
}
