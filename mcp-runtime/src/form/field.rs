//! One field of a form.

use super::kind::Kind;
use super::value::FieldValue;
use super::words::plain;

/// One field of a form: its name, what the user reads, and what it holds.
///
/// ```
/// use mcp_runtime::form::{Field, Form, Integer, Select, Text};
///
/// let form = Form::builder()
///     .field(Field::new("file", Select::new([("a.txt", "The first"), ("b.txt", "The second")])))
///     .field(Field::new("copies", Integer::new().minimum(1).maximum(3)).titled("Copies"))
///     .field(Field::new("note", Text::new().max_length(80)).optional())
///     .build()?;
/// assert_eq!(form.field("copies").and_then(|copies| copies.rules()).as_deref(), Some("a whole number from 1 to 3"));
/// # Ok::<(), mcp_runtime::form::FormError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    name: String,
    title: Option<String>,
    description: Option<String>,
    optional: bool,
    kind: Kind,
}

impl Field {
    /// A field that the user has to fill in, unless its kind has a default.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: impl Into<Kind>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            optional: false,
            kind: kind.into(),
        }
    }

    /// Sets what the user reads instead of the name.
    ///
    /// Control and bidirectional characters are taken out of it, as of everything a person is shown.
    #[must_use]
    pub fn titled(mut self, title: impl AsRef<str>) -> Self {
        self.title = Some(plain(title.as_ref()));
        self
    }

    /// Sets what the user reads beside the field.
    #[must_use]
    pub fn described(mut self, description: impl AsRef<str>) -> Self {
        self.description = Some(plain(description.as_ref()));
        self
    }

    /// Lets the user leave the field out.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// The name, which is the key of the value in the answer.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the user reads instead of the name.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the user reads beside the field.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether an answer without this field is none.
    #[must_use]
    pub fn is_required(&self) -> bool {
        !self.optional && self.default_value().is_none()
    }

    /// What the field holds, with its rules.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The value of a field that was left out. It serializes to what an answer would hold.
    #[must_use]
    pub fn default_value(&self) -> Option<FieldValue> {
        match &self.kind {
            Kind::Text(text) => text.default.clone().map(FieldValue::Text),
            Kind::Integer(integer) => integer.default.map(FieldValue::Integer),
            Kind::Number(number) => number.default.map(FieldValue::Number),
            Kind::Boolean(boolean) => boolean.default.map(FieldValue::Boolean),
            Kind::Select(select) => select.default.clone().map(FieldValue::Text),
            Kind::MultiSelect(select) => select.default.clone().map(FieldValue::Selected),
        }
    }

    /// What the value has to be beyond its kind, in words: "a whole number from 1 to 3".
    ///
    /// `None` if there is nothing to say: for free text, yes or no, and lists to select from.
    #[must_use]
    pub fn rules(&self) -> Option<String> {
        self.kind.has_rules().then(|| self.kind.expected())
    }

    pub(super) fn kind_mut(&mut self) -> &mut Kind {
        &mut self.kind
    }
}
