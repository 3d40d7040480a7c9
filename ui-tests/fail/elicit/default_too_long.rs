//! A default that is longer than the field allows.

#[derive(mcp_runtime::Elicit)]
struct Order {
    #[elicit(max_length = 3, default = "four")]
    code: String,
}

fn main() {}
