//! Something that is no list of options.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit("Amount")]
    amount: u8,
}

fn main() {}
