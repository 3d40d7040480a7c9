//! What a tool may return, and what the client gets of it.

use std::any::Any;
use std::fmt::{self, Display};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::error::ProtocolError;
use super::schema;
use crate::ask::InputRequired;
use crate::protocol::content::Content;

/// What running a handler comes to.
pub type HandlerOutput = Result<ToolOutcome, ProtocolError>;

/// A type that a tool may return: text, [`Json`], [`Content`], [`ToolResult`], [`ToolOutcome`], or a `Result` of one.
///
/// In a `Result`, an error that is a [`ProtocolError`] becomes a JSON-RPC error; any other error becomes a result with
/// `isError: true` and its `Display` as text, which the model can read and act on.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not a tool's result",
    note = "return text (`String`, `&'static str`, `()`), `Json<T>`, `Content`, `Vec<Content>`, `ToolResult`, \
            `ToolOutcome`, or a `Result` of one of these whose error is `Display + 'static`"
)]
pub trait IntoToolResult {
    /// The outcome of the call.
    ///
    /// # Errors
    ///
    /// What is to be answered as a JSON-RPC error.
    fn into_tool_result(self) -> HandlerOutput;

    /// The JSON Schema of the structured content, if there is always some.
    #[doc(hidden)]
    #[must_use]
    fn output_schema() -> Option<Value> {
        None
    }
}

/// What a finished call gives back (`CallToolResult`).
///
/// ```
/// use mcp_runtime::{Content, ToolResult};
///
/// let result = ToolResult::text("42 files").and(Content::text("3 folders"));
/// assert_eq!(result.content().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a result says nothing until it is returned"]
pub struct ToolResult {
    content: Vec<Content>,
    structured: Option<Box<RawValue>>,
    is_error: bool,
    meta: Map<String, Value>,
}

impl ToolResult {
    /// A result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([Content::text(text)])
    }

    /// A result of several pieces.
    pub fn new(content: impl IntoIterator<Item = Content>) -> Self {
        Self { content: content.into_iter().collect(), ..Self::default() }
    }

    /// A failure that the model can read.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Structured content; its JSON stands as text too, for clients that know nothing of it.
    ///
    /// # Errors
    ///
    /// If `value` cannot be written as JSON.
    pub fn structured<T: Serialize>(value: &T) -> Result<Self, ProtocolError> {
        let raw = to_raw_value(value).map_err(|error| {
            ProtocolError::internal(format!("the result cannot be written as JSON: {error}"))
        })?;
        Ok(Self { structured: Some(raw.clone()), ..Self::text(raw.get()) })
    }

    /// One more piece.
    pub fn and(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// One more member of `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: Value) -> Self {
        self.meta.insert(key.into(), value);
        self
    }

    /// The pieces.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// Whether it is a failure.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    pub(crate) fn structured_content(&self) -> Option<&RawValue> {
        self.structured.as_deref()
    }

    pub(crate) fn meta_ref(&self) -> &Map<String, Value> {
        &self.meta
    }
}

/// What a round of a tool came to: a result, or asks.
#[derive(Debug)]
#[must_use = "an outcome says nothing until it is returned"]
#[expect(clippy::exhaustive_enums, reason = "a round ends in one of the two")]
pub enum ToolOutcome {
    /// The call is done.
    Complete(ToolResult),
    /// The call needs something before it can go on.
    InputRequired(InputRequired),
}

impl From<ToolResult> for ToolOutcome {
    fn from(result: ToolResult) -> Self {
        Self::Complete(result)
    }
}

impl From<InputRequired> for ToolOutcome {
    fn from(asks: InputRequired) -> Self {
        Self::InputRequired(asks)
    }
}

impl From<String> for ToolOutcome {
    fn from(text: String) -> Self {
        Self::Complete(ToolResult::text(text))
    }
}

impl From<&str> for ToolOutcome {
    fn from(text: &str) -> Self {
        Self::Complete(ToolResult::text(text))
    }
}

/// Structured content: the value for programs, and its JSON as text for models.
///
/// The tool's output schema is that of `T`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[must_use = "it says nothing until it is returned"]
#[expect(clippy::exhaustive_structs, reason = "a wrapper like axum's, to be taken apart too")]
pub struct Json<T>(pub T);

impl IntoToolResult for String {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(self.into())
    }
}

impl IntoToolResult for &str {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(self.into())
    }
}

impl IntoToolResult for () {
    /// A result without content: what was to be done is done.
    fn into_tool_result(self) -> HandlerOutput {
        Ok(ToolResult::default().into())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> IntoToolResult for Json<T> {
    fn into_tool_result(self) -> HandlerOutput {
        ToolResult::structured(&self.0).map(ToolOutcome::Complete)
    }

    fn output_schema() -> Option<Value> {
        Some(schema::output_of::<T>())
    }
}

impl IntoToolResult for Content {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(ToolResult::new([self]).into())
    }
}

impl IntoToolResult for Vec<Content> {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(ToolResult::new(self).into())
    }
}

impl IntoToolResult for ToolResult {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(self.into())
    }
}

impl IntoToolResult for ToolOutcome {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(self)
    }
}

impl IntoToolResult for InputRequired {
    fn into_tool_result(self) -> HandlerOutput {
        Ok(self.into())
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoToolResult, E: Display + 'static> IntoToolResult for Result<T, E> {
    fn into_tool_result(self) -> HandlerOutput {
        match self {
            Ok(value) => value.into_tool_result(),
            Err(error) => match (&error as &dyn Any).downcast_ref::<ProtocolError>() {
                Some(error) => Err(error.clone()),
                None => Ok(ToolResult::error(error.to_string()).into()),
            },
        }
    }

    fn output_schema() -> Option<Value> {
        T::output_schema()
    }
}

/// What a handler returns, as a constant of the macro.
pub struct Returns<T> {
    convert: fn(T) -> HandlerOutput,
    pub(crate) schema: fn() -> Option<Value>,
}

/// A handler that returns this type; the one place that wants to know whether it may.
#[must_use]
pub const fn returns<T: IntoToolResult>() -> Returns<T> {
    Returns { convert: T::into_tool_result, schema: T::output_schema }
}

impl<T> Returns<T> {
    /// The outcome of what was returned.
    ///
    /// # Errors
    ///
    /// What is to be answered as a JSON-RPC error.
    pub fn finish(&self, value: T) -> HandlerOutput {
        (self.convert)(value)
    }
}

impl<T> fmt::Debug for Returns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Returns")
    }
}
