//! Nothing to select from.

#[derive(mcp_runtime::Elicit)]
enum Never {}

fn main() {}
