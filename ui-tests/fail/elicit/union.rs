//! A union.

#[derive(mcp_runtime::Elicit)]
union Either {
    number: u32,
    other: i32,
}

fn main() {}
