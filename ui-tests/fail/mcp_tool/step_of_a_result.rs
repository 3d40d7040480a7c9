//! A `Result` that doesn't say whether its failure is recorded.

use mcp_runtime::prelude::*;

struct Failed;

async fn price() -> Result<u32, String> {
    Ok(7)
}

async fn opaque() -> Result<u32, Failed> {
    Ok(7)
}

#[mcp_tool]
async fn order() -> String {
    #[step]
    let one = price().await;
    #[step]
    let two: Result<u32, Failed> = opaque().await;
    #[step(key = "three")]
    "7".parse::<u32>();
    format!("{one:?} {}", two.is_ok())
}

fn main() {
    let _: Tool = order();
}
