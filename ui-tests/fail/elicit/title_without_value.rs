//! An option without its value.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(title)]
    amount: u8,
}

fn main() {}
