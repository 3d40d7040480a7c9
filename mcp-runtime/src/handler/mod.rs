//! What the macros produce, and what a handler sees: tools, the context of a call, server state, results.

pub(crate) mod arguments;
pub(crate) mod context;
pub(crate) mod error;
pub(crate) mod explain;
mod noted;
pub(crate) mod output;
pub(crate) mod point;
pub(crate) mod register;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod state;
mod strict;
pub(crate) mod tool;
