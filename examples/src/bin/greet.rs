//! The smallest tool that asks: it greets its user by name.

use mcp_runtime::prelude::*;

/// Shown to the user as a form.
#[derive(Elicit)]
struct Who {
    /// Your first name
    #[elicit(min_length = 1)]
    name: String,
}

/// Greets the user by name.
#[mcp_tool]
async fn greet() -> String {
    #[elicit(message = "What is your name?")]
    let who: Answer<Who>;

    match who {
        Answer::Accept(who) => format!("Hello, {}!", who.name),
        Answer::Decline | Answer::Cancel => "Hello, stranger!".into(),
    }
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    mcp_examples::serve(Server::new("greet", env!("CARGO_PKG_VERSION")).tool(greet)).await
}
