//! From tokens to options with their spans; nothing here knows what an option means.

pub(crate) mod elicit;
pub(crate) mod elicit_serde;
pub(crate) mod elicit_value;
