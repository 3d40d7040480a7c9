//! Forms that many tests ask, and what people make of them.

use mcp_runtime::prelude::*;
use serde_json::{Value, json};

/// One text.
#[derive(Clone, Debug, Elicit, PartialEq)]
pub struct Name {
    /// Any name
    #[elicit(min_length = 1, max_length = 20)]
    pub name: String,
}

/// A size, with a title.
#[derive(Clone, Copy, Debug, Elicit, Eq, PartialEq)]
#[allow(clippy::exhaustive_enums, reason = "a form of a test")]
pub enum Size {
    /// Small
    #[elicit(title = "Small")]
    S,
    /// Medium
    #[elicit(title = "Medium")]
    M,
    /// Large
    #[elicit(title = "Large")]
    L,
}

/// One field of each common kind.
#[derive(Clone, Debug, Elicit, PartialEq)]
pub struct Order {
    /// How large
    pub size: Size,
    /// How many
    #[elicit(minimum = 1, maximum = 3)]
    pub qty: i64,
    /// Anything else
    pub note: Option<String>,
}

/// A form that was filled in and sent.
#[allow(clippy::needless_pass_by_value, reason = "reads better with `json!`")]
pub fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

/// The same, of [`Name`].
pub fn named(name: &str) -> Value {
    accept(json!({ "name": name }))
}

/// A yes to [`Confirmed`].
pub fn yes() -> Value {
    accept(json!({ "confirmed": true }))
}

/// No.
pub fn decline() -> Value {
    json!({ "action": "decline" })
}

/// The dialog was closed.
pub fn cancel() -> Value {
    json!({ "action": "cancel" })
}
