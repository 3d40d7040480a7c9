//! An ask in the input of a macro.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet() {
    assert!({
        #[elicit(message = "Greet?")]
        let sure: Option<Confirmed>;
        sure.is_some()
    });
}

fn main() {
    let _: Tool = greet();
}
