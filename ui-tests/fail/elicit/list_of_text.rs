//! A list of what is no option.

#[derive(mcp_runtime::Elicit)]
struct Tags {
    tags: Vec<String>,
}

fn main() {}
