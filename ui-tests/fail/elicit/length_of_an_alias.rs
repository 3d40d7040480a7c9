//! A rule for text on a number that hides behind another name.

type Amount = u8;

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(min_length = 1)]
    amount: Amount,
}

fn main() {}
