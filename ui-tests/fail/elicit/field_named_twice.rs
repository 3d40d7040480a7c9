//! Two fields that get one name.

#[derive(mcp_runtime::Elicit)]
struct Order {
    amount: u8,
    #[elicit(rename = "amount")]
    total: u8,
}

fn main() {}
