//! A form for any type.

#[derive(mcp_runtime::Elicit)]
struct Wrapper<T> {
    value: T,
}

fn main() {}
