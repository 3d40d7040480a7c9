//! What a handler may return.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Weather {
    degrees: f64,
}

struct Name(String);

#[mcp_tool]
async fn unit() {}

#[mcp_tool]
async fn explicit_unit() -> () {}

#[mcp_tool]
async fn text() -> String {
    String::new()
}

#[mcp_tool]
async fn literal() -> &'static str {
    "text"
}

#[mcp_tool]
async fn json() -> Json<Weather> {
    Json(Weather { degrees: 20.5 })
}

#[mcp_tool]
async fn fallible() -> Result<Json<Weather>, std::fmt::Error> {
    Err(std::fmt::Error)
}

#[mcp_tool]
async fn contents() -> Vec<Content> {
    Vec::new()
}

#[mcp_tool]
async fn outcome(cx: &Context) -> Result<ToolOutcome, ProtocolError> {
    let _ = cx;
    std::future::pending().await
}

#[mcp_tool]
async fn borrowed(name: &Name) -> &str {
    &name.0
}

#[mcp_tool]
async fn borrowed_after_asking(
    name: &Name,
    #[elicit(message = "Sure?")] _sure: Confirmed,
) -> Result<&str, std::fmt::Error> {
    Ok(&name.0)
}

fn main() {
    let _ = [unit(), explicit_unit(), text(), literal(), json(), fallible(), contents(), outcome()];
    let _ = [borrowed(), borrowed_after_asking()];
}
