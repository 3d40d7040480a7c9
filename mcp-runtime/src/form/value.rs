//! A value of a field, after its JSON text was understood and before it is a Rust value.

use std::fmt;

use serde::ser::{Serialize, Serializer};

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FieldValue {
    /// Text, or the value of a selected option.
    Text(String),
    /// A whole number, exactly.
    Integer(i128),
    /// A number, always finite.
    Number(f64),
    /// Yes or no.
    Boolean(bool),
    /// The values of the selected options.
    Selected(Vec<String>),
}

impl Serialize for FieldValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(number) => serializer.serialize_i128(*number),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Boolean(boolean) => serializer.serialize_bool(*boolean),
            Self::Selected(values) => serializer.collect_seq(values),
        }
    }
}

impl fmt::Display for FieldValue {
    /// As JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
