//! Names of what goes to the log. Never arguments, answers, tokens or keys, nor a question, which may repeat them.
//!
//! What a client may have had a hand in is given to `tracing` as a string, which is written with its line ends escaped;
//! what is given with `%` is not.

/// The target of every event and span of the runtime.
pub(crate) const TARGET: &str = "mcp_runtime";
