//! What expansions of the macros may name. Not public API: it changes without notice, in step with `mcp-macros`.

pub use crate::form::private as form;
pub use inventory;
