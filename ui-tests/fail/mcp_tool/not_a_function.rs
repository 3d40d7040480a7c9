//! Something that is no function.

use mcp_runtime::prelude::*;

#[mcp_tool]
struct Greet {
    name: String,
}

#[mcp_tool(titel = "Greeter")]
trait Greeter {
    #[mcp_tool]
    async fn greet(&self);
}

fn main() {
    let _ = Greet { name: String::new() }.name;
}
