//! Forms: what a user is asked to fill in, how it is written for each revision, and how an answer is checked.
//!
//! `#[derive(Elicit)]` makes a [`Form`] from a struct; [`Form::builder`] makes one from what is only
//! known at run time; [`Form::from_schema`] reads one that a server sent. All three give the same
//! thing: a list of [`Field`]s in order, their schema as text, and one check for every answer.
//!
//! Invariant: a form that exists is sound (it has fields, their names differ, its defaults obey its
//! rules), and a value that leaves [`Form::check`] obeys every rule of the form, whatever the client
//! did. The one exception is a derived form whose pattern does not compile; it accepts no answer.

mod build;
mod check;
mod confirmed;
mod error;
mod field;
mod format;
mod json;
mod kind;
mod number;
mod parse;
#[doc(hidden)]
pub mod private;
mod schema;
mod spec;
mod types;
mod value;
mod words;

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "email")]
mod email;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "url")]
mod url;

#[cfg(test)]
mod tests;

use serde_json::value::RawValue;

/// Makes a form of a struct, or the options of a field of an enum. See the trait of the same name.
#[cfg(feature = "macros")]
pub use mcp_macros::Elicit;

pub use build::FormBuilder;
pub use check::Checked;
pub use confirmed::Confirmed;
pub use error::{FormError, FormProblem, FormProblems, UnsupportedField};
pub use field::Field;
pub use kind::{Boolean, Format, Integer, Kind, MultiSelect, Number, Select, SelectOption, Text};
#[doc(hidden)]
pub use spec::Shape;
pub use types::{Choice, FormField};
pub use value::FieldValue;

/// A type that a user fills in as a form.
///
/// Derive it:
///
/// ```
/// # #[cfg(feature = "macros")] {
/// use mcp_runtime::form::Elicit;
///
/// #[derive(Elicit)]
/// enum Size {
///     Small,
///     Large,
/// }
///
/// #[derive(Elicit)]
/// struct Order {
///     /// How large it should be
///     size: Size,
///     #[elicit(title = "How many", minimum = 1, maximum = 3)]
///     quantity: u8,
///     note: Option<String>,
/// }
///
/// assert_eq!(Order::form().fields().len(), 3);
/// # }
/// ```
///
/// # Fields
///
/// A field is a `String`, a number, a `bool`, an enum without data that derives `Elicit`, a `Vec` or
/// `BTreeSet` of such an enum, or an `Option` of any of these; behind features also the dates of
/// `jiff` and `chrono`, `url::Url` and `email_address::EmailAddress`. The doc comment of a field is
/// its description, and `#[elicit(…)]` takes:
///
/// | option | on | meaning |
/// |---|---|---|
/// | `title = "…"` | every field, variants | what the user reads instead of the name |
/// | `rename = "…"` | every field, variants | the name on the wire |
/// | `default = …` | every field | the value of a field that was left out, which makes it optional |
/// | `minimum`, `maximum` | numbers | the range, both ends included |
/// | `min_length`, `max_length` | text | the length in characters |
/// | `format = "…"` | text | `email`, `uri`, `date` or `date-time` |
/// | `pattern = "…"` | text | a regular expression, which only the server checks |
/// | `min_items`, `max_items` | `Vec`, `BTreeSet` | how many options may be taken |
/// | `not_secret` | every field | the name looks like that of a secret, and it is none |
/// | `crate = path` | the type | where `mcp_runtime` is, if it was renamed |
///
/// `#[serde(rename)]` and `#[serde(rename_all)]` are honoured.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "nothing says what the user would fill in",
    note = "a form is a struct with named fields that derives `Elicit`; an enum goes into a field of one"
)]
pub trait Elicit: Sized + Send + 'static {
    /// The form that a user fills in to make a value of this type.
    fn form() -> &'static Form;

    /// Makes the value from an answer to [`Elicit::form`].
    #[doc(hidden)]
    fn read(answer: &Checked<'_>) -> Result<Read<Self>, FormProblems>;
}

/// What an accepted answer came to.
#[doc(hidden)]
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "expansions of the macros build it")]
pub enum Read<T> {
    /// The value.
    Value(T),
    /// The user sent the form, and what they sent means no. It is never asked again.
    Refused,
}

/// Checks `content`, the answer to the form of `T`, and makes a `T` of it.
///
/// # Errors
///
/// [`FormProblems`], all of them, if the content does not obey the form.
#[doc(hidden)]
pub fn read<T: Elicit>(content: Option<&RawValue>) -> Result<Read<T>, FormProblems> {
    T::read(&T::form().check(content)?)
}

/// Fields in order, their schema, and the check of every answer.
#[derive(Debug)]
pub struct Form {
    fields: Vec<Field>,
    /// `requestedSchema` for the newest revision, rendered once.
    schema: String,
    /// What pins an answer to this form, made once.
    fingerprint: [u8; 32],
    /// A compiled pattern for each field that has one, by position.
    patterns: Vec<Option<regex_lite::Regex>>,
    /// Why no answer can be checked. Only in a derived form: everything else returns it instead.
    defect: Option<FormError>,
}

impl Form {
    /// Starts a form that is only known at run time.
    pub fn builder() -> FormBuilder {
        FormBuilder::default()
    }

    /// The fields, in the order in which the user sees them.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field with this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// The digest of all that an answer to this form is held to.
    pub(crate) fn fingerprint(&self) -> &[u8; 32] {
        &self.fingerprint
    }

    /// Why a derived form accepts no answer: its pattern does not compile, or a default that only
    /// running code knows does not obey the field's rules.
    #[must_use]
    pub fn defect(&self) -> Option<&FormError> {
        self.defect.as_ref()
    }
}
