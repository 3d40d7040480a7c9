//! The tools and the requests that the benchmarks have in common.

use mcp_runtime::prelude::*;
use mcp_runtime::server::ServerBuilder;

/// One line of text.
#[derive(Elicit)]
struct Line {
    v: String,
}

/// Says hello.
#[mcp_tool]
async fn echo() -> &'static str {
    "hello"
}

/// Asks once.
#[mcp_tool]
async fn ask1() -> String {
    #[elicit(key = "q1", message = "Which city?")]
    let city: Line;

    format!("It is sunny in {}", city.v)
}

/// A server with a tool that answers at once, and one that asks.
pub fn server() -> ServerBuilder {
    Server::new("bench", "1.0.0").tool(echo).tool(ask1)
}

/// A call of a tool; `more` are further members of its parameters, with a comma behind.
#[must_use]
pub fn call(tool: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{{}},{more}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"bench","version":"1"}},"io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{"form":{{}}}}}}}}}}}}"#
    )
}

/// The `requestState` of a reply.
#[must_use]
pub fn state(reply: &str) -> &str {
    let after = reply.split("\"requestState\":\"").nth(1).unwrap_or_default();
    after.split('"').next().unwrap_or_default()
}
