//! A struct that is no form.

struct Order {
    amount: u8,
}

fn fill_in<T: mcp_runtime::Elicit>() {}

fn main() {
    fill_in::<Order>();
    let _ = Order { amount: 1 }.amount;
}
