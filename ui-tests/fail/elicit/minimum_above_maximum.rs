//! A range without numbers.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(minimum = 3, maximum = 1, default = 2)]
    amount: u8,
}

fn main() {}
