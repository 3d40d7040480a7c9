//! A method.

use mcp_runtime::prelude::*;

struct Greeter {
    greeting: String,
}

impl Greeter {
    #[mcp_tool]
    async fn greet(&self, name: String) -> String {
        format!("{} {name}", self.greeting)
    }

    #[mcp_tool]
    async fn new(greeting: String) -> Self {
        Self { greeting }
    }
}

fn main() {
    let _ = Greeter::greet;
}
