//! A default that is text for a number.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(default = "2")]
    amount: u8,
}

fn main() {}
