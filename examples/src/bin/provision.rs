//! The explicit form: a handler that returns its asks, and carries what it knows in a state of its own.
//!
//! Nothing here waits. Every round starts at the top with the [`Plan`] that the round before left behind, reads this
//! round's answers with `cx.input()`, and either returns the next asks or is done. An answer that is missing and one
//! that breaks the rules of its form both read as `None`, so that the same ask goes out again.

use mcp_runtime::prelude::*;
use serde::{Deserialize, Serialize};

/// What is known so far. It travels through the client, sealed but readable.
#[derive(Default, Deserialize, Serialize)]
struct Plan {
    name: Option<String>,
    folder: Option<String>,
    size: Option<Size>,
}

#[derive(Elicit)]
struct Name {
    /// Small letters, digits and dashes
    #[elicit(title = "Name of the database", pattern = "^[a-z][a-z0-9-]*$", max_length = 30)]
    name: String,
}

#[derive(Elicit)]
struct Sizing {
    /// A large one costs money
    #[elicit(default = Size::Small)]
    size: Size,
}

#[derive(Clone, Copy, Debug, Deserialize, Elicit, PartialEq, Serialize)]
enum Size {
    #[elicit(title = "Small (free)")]
    Small,
    #[elicit(title = "Large (10 a month)")]
    Large,
}

/// Creates a database, as the user wants it.
#[mcp_tool(destructive = false)]
async fn provision(cx: &Context) -> Result<ToolOutcome, ProtocolError> {
    let input = cx.input();
    let mut plan: Plan = input.state().unwrap_or_default();

    if plan.name.is_none() {
        match input.elicit::<Name>("name") {
            Some(Answer::Accept(answer)) => plan.name = Some(answer.name),
            Some(Answer::Decline | Answer::Cancel) => return Ok(nothing()),
            None => return ask_for_the_name(cx, &plan),
        }
        plan.folder = input.roots("roots").and_then(|roots| Some(roots.into_iter().next()?.uri));
    }

    let size = match (plan.size, input.elicit::<Sizing>("size")) {
        (Some(size), _) => size,
        (None, Some(Answer::Accept(answer))) => answer.size,
        (None, Some(Answer::Decline | Answer::Cancel)) => return Ok(nothing()),
        (None, None) => {
            let asks = InputRequired::new().elicit::<Sizing>("size", "How large should it be?");
            return Ok(asks.state(&plan)?.into());
        }
    };
    plan.size = Some(size);

    if size == Size::Large {
        match input.url("billing") {
            Some(Answer::Accept(())) => {}
            Some(Answer::Decline | Answer::Cancel) => return Ok(nothing()),
            None => return ask_for_billing(&plan),
        }
    }
    Ok(created(&plan))
}

/// Asks travel together in one round; the folders only if the client can be asked for them.
fn ask_for_the_name(cx: &Context, plan: &Plan) -> Result<ToolOutcome, ProtocolError> {
    let mut asks = InputRequired::new().elicit::<Name>("name", "What should it be called?");
    if cx.supports(Capability::Roots) {
        asks = asks.roots("roots");
    }
    Ok(asks.state(plan)?.into())
}

/// An accepted page says that the user agreed to open it; a real server would look whether it was filled in.
fn ask_for_billing(plan: &Plan) -> Result<ToolOutcome, ProtocolError> {
    let asks = InputRequired::new().elicit_url(
        "billing",
        "A large database costs money: please enter how to pay",
        "https://billing.example.com/start",
    );
    Ok(asks.state(plan)?.into())
}

fn created(plan: &Plan) -> ToolOutcome {
    let Plan { name: Some(name), folder, size: Some(size) } = plan else { return nothing() };
    let place = folder.as_ref().map(|folder| format!(" for {folder}")).unwrap_or_default();
    format!("Created {name} ({size:?}){place}").into()
}

fn nothing() -> ToolOutcome {
    "Nothing was created".into()
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    mcp_examples::serve(Server::new("provision", env!("CARGO_PKG_VERSION")).tool(provision)).await
}
