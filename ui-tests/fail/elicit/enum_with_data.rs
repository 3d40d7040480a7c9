//! A variant that holds something.

#[derive(mcp_runtime::Elicit)]
enum Size {
    Small,
    Custom(u32),
}

fn main() {}
