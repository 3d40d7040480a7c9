//! What a user said, and how an ask can fail without the user saying anything.

/// What the user said to a form or a page.
///
/// It does not turn into a `bool`: to refuse can never pass for consent.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[must_use = "an answer may be a refusal"]
#[expect(
    clippy::exhaustive_enums,
    reason = "the specification has these three, and a match should see them all"
)]
pub enum Answer<T> {
    /// The user filled in the form (or agreed to open the page) and sent it.
    Accept(T),
    /// The user said no.
    Decline,
    /// The user closed the dialog without choosing.
    Cancel,
}

impl<T> Answer<T> {
    /// What was accepted, if anything was.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accept(value) => Some(value),
            Self::Decline | Self::Cancel => None,
        }
    }
}

/// Why an ask came to nothing although nobody said no.
///
/// Never a decline: a client that breaks has not refused.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskFailed {
    /// The time given by `timeout` was over before there was an answer.
    #[error("no answer in the time given")]
    TimedOut,
    /// The client answered the ask with an error.
    #[error("the client failed: {message} ({code})")]
    Client {
        /// The JSON-RPC error code.
        code: i32,
        /// The client's words.
        message: String,
    },
}
