//! What is to happen in a conversation, line by line.

use std::fmt;
use std::panic::Location;

use serde_json::{Value, json};

use crate::client::Ask;

/// One line of a script, and where it was written.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) step: Step,
    pub(super) at: &'static Location<'static>,
}

#[derive(Debug)]
pub(super) enum Step {
    Call { tool: String, arguments: Value },
    Ask(ExpectedAsk),
    End(Ending),
}

/// An ask that has to come, and its answer.
#[derive(Debug)]
pub(super) struct ExpectedAsk {
    pub(super) kind: AskKind,
    pub(super) key: String,
    /// What its message has to contain.
    pub(super) says: Vec<String>,
    pub(super) answer: Option<Given>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum AskKind {
    Form,
    Url,
    Sample,
    Roots,
}

/// What is answered.
#[derive(Debug)]
pub(super) enum Given {
    /// The user's content, or the result of whatever else was asked.
    Content(Value),
    Accept,
    Decline,
    Cancel,
    /// Whatever it is, as it is.
    Raw(Value),
}

/// How a call has to end.
#[derive(Debug)]
pub(super) enum Ending {
    Error(i64),
    Text(String),
    TextContaining(String),
    ToolError(String),
}

impl AskKind {
    pub(super) fn of(ask: &Ask) -> Self {
        match ask {
            Ask::Elicit(ask) if ask.url().is_some() => Self::Url,
            Ask::Elicit(_) => Self::Form,
            Ask::Sample(_) => Self::Sample,
            Ask::Roots { .. } => Self::Roots,
        }
    }
}

impl ExpectedAsk {
    /// The answer as a client sends it. A script that has none to give was refused before.
    pub(super) fn answer(&self) -> Value {
        self.answer.as_ref().map_or(Value::Null, |given| given.to(self.kind))
    }
}

impl Given {
    /// The answer to an ask of this kind, as a client sends it.
    pub(super) fn to(&self, kind: AskKind) -> Value {
        match (self, kind) {
            (Self::Content(content), AskKind::Form) => {
                json!({ "action": "accept", "content": content })
            }
            (Self::Content(_), AskKind::Url) | (Self::Accept, _) => json!({ "action": "accept" }),
            (Self::Content(roots @ Value::Array(_)), AskKind::Roots) => json!({ "roots": roots }),
            (Self::Content(result) | Self::Raw(result), _) => result.clone(),
            (Self::Decline, _) => json!({ "action": "decline" }),
            (Self::Cancel, _) => json!({ "action": "cancel" }),
        }
    }
}

impl fmt::Display for AskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "form",
            Self::Url => "page",
            Self::Sample => "sample",
            Self::Roots => "roots",
        })
    }
}

impl fmt::Display for Step {
    /// The line as it stands in the script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call { tool, .. } => write!(f, ".call({tool:?}, …)"),
            Self::Ask(ask) => {
                let method = match ask.kind {
                    AskKind::Form => "expect_form",
                    AskKind::Url => "expect_url",
                    AskKind::Sample => "expect_sample",
                    AskKind::Roots => "expect_roots",
                };
                write!(f, ".{method}({:?})", ask.key)
            }
            Self::End(Ending::Error(code)) => write!(f, ".expect_error({code})"),
            Self::End(Ending::Text(text)) => write!(f, ".expect_text({text:?})"),
            Self::End(Ending::TextContaining(text)) => {
                write!(f, ".expect_text_containing({text:?})")
            }
            Self::End(Ending::ToolError(text)) => write!(f, ".expect_tool_error({text:?})"),
        }
    }
}
