//! An option that is misspelled.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(min = 1)]
    amount: u8,
}

fn main() {}
