//! Seven mistakes, seven errors, none of them a consequence of another.

#[derive(mcp_runtime::Elicit)]
struct Address {
    street: String,
}

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(minimum = 3, maximum = 1)]
    amount: u8,
    #[elicit(tittle = "Note")]
    note: String,
    #[elicit(max_length = 2)]
    price: f64,
    #[elicit(rename = "note")]
    remark: String,
    token: String,
    tags: Vec<String>,
    address: Address,
}

fn fill_in<T: mcp_runtime::Elicit>() {}

fn main() {
    fill_in::<Order>();
}
