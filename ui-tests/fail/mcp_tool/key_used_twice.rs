//! Two asks of one key.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(loud: bool) {
    if loud {
        #[elicit(key = "sure", message = "REALLY?")]
        let _: Confirmed;
    } else {
        #[elicit(message = "Really?")]
        let sure: Confirmed;
        drop(sure);
    }
}

fn main() {
    let _: Tool = greet();
}
