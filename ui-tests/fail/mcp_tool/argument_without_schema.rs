//! An argument that cannot be described to the model.

use mcp_runtime::prelude::*;

#[derive(serde::Deserialize)]
struct Until {
    hour: u8,
}

#[mcp_tool]
async fn wait(until: Until, names: Vec<String>) -> String {
    format!("{} {names:?}", until.hour)
}

fn main() {
    let _: Tool = wait();
}
