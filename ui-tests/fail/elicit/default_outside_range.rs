//! A default above the maximum.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(minimum = 1, maximum = 3, default = 4)]
    amount: u8,
}

fn main() {}
