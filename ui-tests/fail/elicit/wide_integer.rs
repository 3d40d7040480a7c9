//! A number that no client keeps exactly.

#[derive(mcp_runtime::Elicit)]
struct Big {
    number: u128,
}

fn main() {}
