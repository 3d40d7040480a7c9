//! From the model, from the server, from the user, and the call itself, in any order.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

struct Files;

#[derive(Deserialize, JsonSchema)]
struct Filter {
    suffix: Option<String>,
}

/// Deletes a folder and everything in it.
#[mcp_tool(destructive)]
async fn delete_folder(
    cx: &Context,
    /// Absolute path of the folder
    path: String,
    #[elicit(key = "sure", message = "Delete {path}?")] _: Confirmed,
    files: &Files,
    #[arg(default = 3)] mut tries: u8,
    filter: Option<Filter>,
    #[roots] roots: Option<Vec<Root>>,
) -> Result<String, std::fmt::Error> {
    let _ = (cx, files, roots);
    tries += 1;
    let suffix = filter.and_then(|filter| filter.suffix);
    Ok(format!("{path} {tries} {suffix:?}"))
}

fn main() {
    let _: Tool = delete_folder();
}
