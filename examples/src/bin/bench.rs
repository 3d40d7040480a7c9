//! What the load generator calls: `echo`, one ask, five asks that depend on each other, and a list of fifty tools.

use mcp_runtime::prelude::*;
use serde_json::json;

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

/// Asks five times, each question made of the answer before.
#[mcp_tool]
async fn ask5() -> String {
    #[elicit(message = "Question 1?")]
    let q1: Line;
    let answer = &q1.v;

    #[elicit(message = "Question 2, after {answer}?")]
    let q2: Line;
    let answer = &q2.v;

    #[elicit(message = "Question 3, after {answer}?")]
    let q3: Line;
    let answer = &q3.v;

    #[elicit(message = "Question 4, after {answer}?")]
    let q4: Line;
    let answer = &q4.v;

    #[elicit(message = "Question 5, after {answer}?")]
    let q5: Line;

    [q1.v, q2.v, q3.v, q4.v, q5.v].join(",")
}

/// A tool that only makes the list long.
fn filler(number: usize) -> Tool {
    Tool::new(format!("filler_{number:02}"))
        .description("A filler tool with a small schema")
        .input_schema(json!({
            "type": "object",
            "properties": {
                "city": { "type": "string", "description": "City name" },
                "days": { "type": "integer", "minimum": 1 }
            },
            "required": ["city"]
        }))
        .handler(|_, _| Box::pin(async { "nothing" }))
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let fillers = std::env::var("NTOOLS").ok().and_then(|number| number.parse().ok()).unwrap_or(47);
    let server = Server::new("bench", "1.0.0").tool(echo).tool(ask1).tool(ask5);
    mcp_examples::serve((0..fillers).map(filler).fold(server, mcp_runtime::ServerBuilder::tool))
        .await
}
