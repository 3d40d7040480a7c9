//! All options of the attribute, of arguments and of asks.

use mcp_runtime::prelude::*;

#[mcp_tool(
    name = "all.options",
    title = "All options",
    description = "Has every option.",
    read_only,
    destructive = false,
    idempotent = true,
    open_world,
    group = "tests",
    icons = ["https://example.com/a.png", "https://example.com/b.png"],
    version = 2,
    accept_unasked,
    single_use = false,
    replay = "unchecked",
    crate = ::mcp_runtime,
)]
async fn all(
    #[arg(default = "north", rename = "where", header = "Region")] region: String,
    #[arg(default)] depth: u32,
    #[arg(default = -1)] offset: i64,
    #[arg(default = Vec::new())] names: Vec<String>,
) {
    #[elicit(key = "sure-{depth}", message = "Sure?", otherwise = None)]
    let sure: Option<Confirmed>;
    #[elicit(key = "page", url = "https://example.com/{region}?d={depth}", message = "Go on")]
    let page: Answer<()>;
    #[sample(
        key = "sum",
        prompt = "Sum up {region}",
        system = "Answer in {depth} words.",
        max_tokens = 200,
        temperature = 0.2,
        otherwise = None
    )]
    let sum: Option<Completion>;
    #[roots(key = "folders", otherwise = Vec::new())]
    let roots: Vec<Root>;
    let _ = (sure, page, sum, roots, offset, names);
}

fn main() {
    let _: Tool = all();
}
