//! Fields without names.

#[derive(mcp_runtime::Elicit)]
struct Name(String);

fn main() {}
