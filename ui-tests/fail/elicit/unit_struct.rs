//! A struct without fields.

#[derive(mcp_runtime::Elicit)]
struct Nothing;

fn main() {}
