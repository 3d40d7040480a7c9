//! Writes expansions: calls of named functions of the runtime, around the user's own tokens.

pub(crate) mod ask;
pub(crate) mod body;
mod default;
pub(crate) mod form;
pub(crate) mod handler;
mod step;

#[cfg(test)]
mod tests;
