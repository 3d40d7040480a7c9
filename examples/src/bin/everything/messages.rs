//! What a call says before its result: progress, and the client's log.

use std::time::Duration;

use mcp_runtime::prelude::*;

/// Tells how far it has come.
#[mcp_tool(read_only)]
async fn test_tool_with_progress(cx: &Context) -> &'static str {
    for done in [0.0, 50.0, 100.0] {
        cx.progress(done, 100.0, format!("Completed {done} of 100"));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Progress was reported three times."
}

/// Writes to the log of a client that wants to read it.
#[mcp_tool(read_only)]
async fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(Level::Info, "Tool execution started");
    cx.log(Level::Info, "Tool execution completed");
    "What there was to log was logged."
}
