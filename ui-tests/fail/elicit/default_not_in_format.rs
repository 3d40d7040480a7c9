//! A default that is no address.

#[derive(mcp_runtime::Elicit)]
struct Contact {
    #[elicit(format = "email", default = "ada")]
    address: String,
}

fn main() {}
