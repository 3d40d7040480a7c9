//! A form that nobody can fill in.

#[derive(mcp_runtime::Elicit)]
struct Nothing {}

fn main() {}
