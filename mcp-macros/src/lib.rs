//! The compile-time half of `mcp-runtime`, which re-exports it and documents it.
