//! Asks of one round.

use mcp_runtime::prelude::*;

/// Who is there.
#[derive(Elicit)]
struct Person {
    /// Your name
    name: String,
}

/// Asks for a name, and takes it from a client that brings it along unasked.
#[mcp_tool(accept_unasked)]
async fn test_input_required_result_elicitation() -> String {
    #[elicit(key = "user_name", message = "What is your name?")]
    let person: Person;

    format!("Hello, {}!", person.name)
}

/// Asks the client's model for a capital.
#[mcp_tool(accept_unasked)]
async fn test_input_required_result_sampling() -> String {
    #[sample(key = "capital_question", prompt = "What is the capital of France?", max_tokens = 100)]
    let capital: Completion;

    format!("The model says: {}", capital.text())
}

/// Asks for the folders that the user works in.
#[mcp_tool(accept_unasked)]
async fn test_input_required_result_list_roots() -> String {
    #[roots(key = "client_roots")]
    let roots: Vec<Root>;

    let uris: Vec<&str> = roots.iter().map(|root| root.uri.as_str()).collect();
    format!("{} roots: {}", uris.len(), uris.join(", "))
}

/// Asks the user, the model and the client in one round.
#[mcp_tool]
async fn test_input_required_result_multiple_inputs() -> String {
    #[elicit(key = "user_name", message = "What is your name?")]
    let person: Person;
    #[sample(key = "greeting", prompt = "Write a greeting.", max_tokens = 50)]
    let greeting: Completion;
    #[roots(key = "client_roots")]
    let roots: Vec<Root>;

    format!("{} {}, you work in {} folders.", greeting.text(), person.name, roots.len())
}

/// Asks only what the client can answer: the user, or else the model.
#[mcp_tool]
async fn test_input_required_result_capabilities(cx: &Context) -> String {
    if cx.supports(Capability::ElicitationForm) {
        #[elicit(key = "user_name", message = "What is your name?")]
        let person: Person;
        return format!("Hello, {}!", person.name);
    }
    #[sample(key = "guessed_name", prompt = "Make up a name.", max_tokens = 20, otherwise = None)]
    let guessed: Option<Completion>;

    match guessed {
        Some(name) => format!("Hello, {}!", name.text()),
        None => "Hello, whoever you are!".to_owned(),
    }
}

/// Needs the client's model, and cannot do without.
#[mcp_tool]
async fn test_missing_capability() -> String {
    #[sample(key = "completion", prompt = "Say hello.", max_tokens = 10)]
    let completion: Completion;

    completion.text()
}

/// Asks in the answer, never with a request of its own on the stream.
#[mcp_tool]
async fn test_streaming_elicitation() -> String {
    #[elicit(message = "Go on?")]
    let sure: Option<Confirmed>;

    if sure.is_some() { "Went on." } else { "Stopped." }.to_owned()
}
