//! A handler that returns its asks knows its rounds: nothing follows what it waits for.

use mcp_runtime::prelude::*;

async fn load() -> u8 {
    7
}

#[mcp_tool]
async fn provision(cx: &Context) -> Result<ToolOutcome, ProtocolError> {
    let price = load().await;
    let Some(_) = cx.input().elicit::<Confirmed>("sure") else {
        let price = price + load().await;
        return Ok(InputRequired::new()
            .elicit::<Confirmed>("sure", format!("Pay {price}?"))
            .state(&price)?
            .into());
    };
    Ok(format!("{}", load().await).into())
}

fn main() {
    let _: Tool = provision();
}
