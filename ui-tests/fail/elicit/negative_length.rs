//! A length below zero.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(max_length = -1)]
    code: String,
}

fn main() {}
