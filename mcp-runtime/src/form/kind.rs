//! What a field can hold, and the rules for it.
//!
//! Each kind is a plain description: `Text::new().max_length(40)`. It is read freely, and takes
//! effect when a form is built from it, which is where its rules are checked against each other.

use std::fmt;

use super::words::plain;

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A line of text.
    Text(Text),
    /// A whole number.
    Integer(Integer),
    /// A number.
    Number(Number),
    /// Yes or no.
    Boolean(Boolean),
    /// One of several options.
    Select(Select),
    /// Any number of several options.
    MultiSelect(MultiSelect),
}

/// A line of text, and its rules.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Text {
    /// The least number of characters.
    pub min_length: Option<usize>,
    /// The greatest number of characters.
    pub max_length: Option<usize>,
    /// What the text is written like.
    pub format: Option<Format>,
    /// A regular expression that the text has to match somewhere. It is not sent to clients, as no
    /// revision has a word for it, and is checked on the answer.
    pub pattern: Option<String>,
    /// The value when the field is left out.
    pub default: Option<String>,
}

/// A whole number of at most 64 bits, and its rules.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Integer {
    /// The least number allowed.
    pub minimum: Option<i128>,
    /// The greatest number allowed.
    pub maximum: Option<i128>,
    /// The value when the field is left out.
    pub default: Option<i128>,
}

/// A number, and its rules.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Number {
    /// The least number allowed.
    pub minimum: Option<f64>,
    /// The greatest number allowed.
    pub maximum: Option<f64>,
    /// The value when the field is left out.
    pub default: Option<f64>,
}

/// Yes or no.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Boolean {
    /// The value when the field is left out.
    pub default: Option<bool>,
}

/// One of several options.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Select {
    /// The options, in the order in which the user sees them.
    pub options: Vec<SelectOption>,
    /// The value when the field is left out.
    pub default: Option<String>,
}

/// Any number of several options, each at most once.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MultiSelect {
    /// The options, in the order in which the user sees them.
    pub options: Vec<SelectOption>,
    /// How many options have to be taken.
    pub min_items: Option<usize>,
    /// How many options may be taken.
    pub max_items: Option<usize>,
    /// The value when the field is left out.
    pub default: Option<Vec<String>>,
}

/// What can be selected: the value that comes back, and what the user reads.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct SelectOption {
    /// What comes back.
    pub value: String,
    /// What the user reads, if it is not the value.
    pub title: Option<String>,
}

/// What a text is written like.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Format {
    /// `2026-07-28`
    Date,
    /// `2026-07-28T12:00:00Z`, with an offset, as in RFC 3339
    DateTime,
    /// `ada@example.com`
    Email,
    /// `https://example.com/`, with a scheme
    Uri,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Date, Self::DateTime, Self::Email, Self::Uri];

    /// The name in a schema.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Email => "email",
            Self::Uri => "uri",
        }
    }

    /// The format with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl SelectOption {
    /// An option that the user reads as it is.
    #[must_use]
    pub fn new(value: impl Into<String>) -> Self {
        Self { value: value.into(), title: None }
    }

    /// What the user reads instead of the value.
    #[must_use]
    pub fn titled(mut self, title: impl AsRef<str>) -> Self {
        self.title = Some(plain(title.as_ref()));
        self
    }

    /// What the user reads: the title, or the value if there is none.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.value)
    }
}

impl From<&str> for SelectOption {
    fn from(value: &str) -> Self {
        Self::new(value)
    }
}

impl From<String> for SelectOption {
    fn from(value: String) -> Self {
        Self::new(value)
    }
}

impl<V: Into<String>, T: AsRef<str>> From<(V, T)> for SelectOption {
    /// The value, and what the user reads.
    fn from((value, title): (V, T)) -> Self {
        Self::new(value).titled(title)
    }
}

impl Select {
    /// One of `options`: values, or pairs of a value and what the user reads.
    #[must_use]
    pub fn new(options: impl IntoIterator<Item = impl Into<SelectOption>>) -> Self {
        Self { options: options.into_iter().map(Into::into).collect(), default: None }
    }
}

impl MultiSelect {
    /// Any number of `options`: values, or pairs of a value and what the user reads.
    #[must_use]
    pub fn new(options: impl IntoIterator<Item = impl Into<SelectOption>>) -> Self {
        Self {
            options: options.into_iter().map(Into::into).collect(),
            min_items: None,
            max_items: None,
            default: None,
        }
    }
}

/// Builder methods that set one rule each: a field of the kind, and what it does.
macro_rules! rules {
    ($kind:ident { $($(#[$doc:meta])* $method:ident: $rule:ident($value:ty),)* }) => {
        impl $kind {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $method(mut self, $rule: $value) -> Self {
                    self.$rule = Some($rule.into());
                    self
                }
            )*
        }

        impl From<$kind> for Kind {
            fn from(kind: $kind) -> Self {
                Self::$kind(kind)
            }
        }
    };
}

/// Kinds that start without a rule.
macro_rules! free {
    ($($kind:ident)*) => {
        $(
            impl $kind {
                /// Without any rule.
                #[must_use]
                pub fn new() -> Self {
                    Self::default()
                }
            }
        )*
    };
}

free!(Text Integer Number Boolean);

rules!(Text {
    /// Sets the least number of characters.
    min_length: min_length(usize),
    /// Sets the greatest number of characters.
    max_length: max_length(usize),
    /// Sets what the text is written like.
    format: format(Format),
    /// Sets a regular expression that the text has to match somewhere.
    pattern: pattern(impl Into<String>),
    /// Sets the value when the field is left out.
    default_value: default(impl Into<String>),
});

rules!(Integer {
    /// Sets the least number allowed.
    minimum: minimum(impl Into<i128>),
    /// Sets the greatest number allowed.
    maximum: maximum(impl Into<i128>),
    /// Sets the value when the field is left out.
    default_value: default(impl Into<i128>),
});

rules!(Number {
    /// Sets the least number allowed.
    minimum: minimum(impl Into<f64>),
    /// Sets the greatest number allowed.
    maximum: maximum(impl Into<f64>),
    /// Sets the value when the field is left out.
    default_value: default(impl Into<f64>),
});

rules!(Boolean {
    /// Sets the value when the field is left out.
    default_value: default(bool),
});

rules!(Select {
    /// Sets the value when the field is left out.
    default_value: default(impl Into<String>),
});

rules!(MultiSelect {
    /// Sets how many options have to be taken.
    min_items: min_items(usize),
    /// Sets how many options may be taken.
    max_items: max_items(usize),
});

impl MultiSelect {
    /// Sets the value when the field is left out.
    #[must_use]
    pub fn default_value(mut self, values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.default = Some(values.into_iter().map(Into::into).collect());
        self
    }
}
