//! From the raw answer of a client to what a handler's type makes of it.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::AskFailed;
use crate::envelope::object;

/// What came back for an ask.
#[derive(Debug)]
pub(crate) enum Given<'a> {
    /// A result, as the client wrote it.
    Answer(&'a str),
    /// No result.
    Failed(AskFailed),
}

/// What an ask makes of what came back.
#[derive(Debug)]
pub(crate) enum Decoded<B> {
    /// The handler goes on with this.
    Settled(B),
    /// The handler's type has no place for it: the call ends.
    Ends(Ending),
    /// It is no answer to the question; this is why. The question is asked again.
    Invalid(String),
}

/// Why a call ends at an ask.
#[derive(Clone, Debug, Eq, PartialEq)]
#[doc(hidden)]
#[non_exhaustive]
pub enum Ending {
    /// The user said no.
    Declined,
    /// The user closed the dialog.
    Cancelled,
    /// Nobody answered.
    Failed(AskFailed),
}

/// What a user said, before a handler's type has its say.
#[derive(Clone, Debug)]
#[doc(hidden)]
#[non_exhaustive]
pub enum Outcome<T> {
    /// Sent.
    Accept(T),
    /// Said no.
    Decline,
    /// Closed without choosing.
    Cancel,
    /// Nobody answered.
    Failed(AskFailed),
}

/// `ElicitResult`, as far as it has to be looked at before the action is known.
#[derive(Deserialize)]
struct ElicitResult<'a> {
    #[serde(borrow)]
    action: std::borrow::Cow<'a, str>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
}

/// What a user did with a form or a page; content counts for an accept alone.
pub(crate) enum Action<'a> {
    Accept(Option<&'a RawValue>),
    Decline,
    Cancel,
}

/// Reads an `ElicitResult`.
///
/// # Errors
///
/// Why it is none, for the person who is asked again.
pub(crate) fn action(text: &str) -> Result<Action<'_>, String> {
    let result: ElicitResult<'_> = object::read(text)
        .map_err(|_| "the answer must be an object with an `action`".to_owned())?;
    match result.action.as_ref() {
        "accept" => Ok(Action::Accept(result.content)),
        "decline" => Ok(Action::Decline),
        "cancel" => Ok(Action::Cancel),
        _ => Err("the answer's `action` must be `accept`, `decline` or `cancel`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_counts_for_an_accept_alone() {
        assert!(matches!(action(r#"{"action":"decline","content":{"a":1}}"#), Ok(Action::Decline)));
        assert!(matches!(action(r#"{"action":"cancel","content":null}"#), Ok(Action::Cancel)));
        assert!(matches!(
            action(r#"{"action":"accept","content":null}"#),
            Ok(Action::Accept(None))
        ));
        assert!(matches!(
            action(r#"{"resultType":"complete","action":"accept","content":{}}"#),
            Ok(Action::Accept(Some(_)))
        ));
    }

    #[test]
    fn an_action_of_another_name_is_not_an_answer() {
        for text in [
            r#"{"action":"reject"}"#,
            "12345",
            "null",
            "[]",
            r#"["accept"]"#,
            "{}",
            r#"{"action":1}"#,
        ] {
            assert!(action(text).is_err(), "{text}");
        }
    }
}
