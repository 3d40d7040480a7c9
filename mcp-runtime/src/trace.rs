//! Names of what goes to the log. Never arguments, answers, tokens or keys.

/// The target of every event and span of the runtime.
pub(crate) const TARGET: &str = "mcp_runtime";
