//! Calls that carry something from round to round.

use mcp_runtime::prelude::*;
use serde::{Deserialize, Serialize};

/// Whether to go on.
#[derive(Elicit)]
struct Consent {
    /// Go on
    ok: bool,
}

/// The first step.
#[derive(Elicit)]
struct Person {
    /// Your name
    name: String,
}

/// The second step.
#[derive(Elicit)]
struct Taste {
    /// A color
    color: String,
}

/// What the first round leaves for the second one.
#[derive(Deserialize, Serialize)]
struct Left {
    asked: String,
}

/// Returns its ask, and finds its own state again with the answer.
#[mcp_tool]
async fn test_input_required_result_request_state(
    cx: &Context,
) -> Result<ToolOutcome, ProtocolError> {
    let (answer, left) = (cx.input().elicit::<Consent>("confirm"), cx.input().state::<Left>());
    let (Some(answer), Some(left)) = (answer, left) else {
        let left = Left { asked: "confirm".to_owned() };
        let asks =
            InputRequired::new().elicit::<Consent>("confirm", "Please confirm").state(&left)?;
        return Ok(asks.into());
    };
    let said = match answer {
        Answer::Accept(Consent { ok: true }) => "yes",
        Answer::Accept(_) | Answer::Decline | Answer::Cancel => "no",
    };
    Ok(format!("state-ok: {} was answered with {said}", left.asked).into())
}

/// Asks a second question that is made of the first answer.
#[mcp_tool]
async fn test_input_required_result_multi_round() -> String {
    #[elicit(key = "step1", message = "Step 1: What is your name?")]
    let person: Person;
    let name = person.name;

    #[elicit(key = "step2", message = "Step 2: What is your favorite color, {name}?")]
    let taste: Taste;

    format!("{name} likes {}.", taste.color)
}

/// Asks with a state that nobody can change without being found out.
#[mcp_tool]
async fn test_input_required_result_tampered_state() -> String {
    #[elicit(key = "confirm", message = "Please confirm")]
    let confirm: Consent;

    format!("Confirmed: {}", confirm.ok)
}
