//! From a sound model to code.

pub(crate) mod form;
