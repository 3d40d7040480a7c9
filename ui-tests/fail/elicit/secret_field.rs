//! A field that asks for a password.

#[derive(mcp_runtime::Elicit)]
struct Login {
    user: String,
    password: String,
}

fn main() {}
