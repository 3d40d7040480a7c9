//! What is wrong with a model, one function a rule.

pub(crate) mod form;
mod form_default;
mod form_rules;
mod form_secret;
