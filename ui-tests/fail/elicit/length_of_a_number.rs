//! A rule for text on a number.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(min_length = 1)]
    amount: u8,
}

fn main() {}
