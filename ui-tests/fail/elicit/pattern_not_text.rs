//! A pattern that is not in quotes.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(pattern = 3)]
    code: String,
}

fn main() {}
