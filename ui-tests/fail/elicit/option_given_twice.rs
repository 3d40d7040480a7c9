//! One option, two values.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(title = "Amount")]
    #[elicit(title = "Quantity")]
    amount: u8,
}

fn main() {}
