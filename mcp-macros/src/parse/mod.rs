//! Reads what stands in attributes, with the spans of the user's tokens.

pub(crate) mod docs;
pub(crate) mod elicit;
pub(crate) mod elicit_serde;
pub(crate) mod elicit_value;
pub(crate) mod list;
pub(crate) mod text;
pub(crate) mod tool;
