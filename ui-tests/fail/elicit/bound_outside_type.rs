//! A bound that the type cannot hold.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(maximum = 300)]
    amount: u8,
}

fn main() {}
