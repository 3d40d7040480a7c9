//! A form in a form.

#[derive(mcp_runtime::Elicit)]
struct Address {
    street: String,
}

#[derive(mcp_runtime::Elicit)]
struct Person {
    name: String,
    address: Address,
}

fn main() {}
