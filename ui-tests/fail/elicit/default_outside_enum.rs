//! A default that is no option.

#[derive(mcp_runtime::Elicit)]
enum Color {
    Red,
    Blue,
}

#[derive(mcp_runtime::Elicit)]
struct Paint {
    #[elicit(default = "Green")]
    color: Color,
}

fn main() {}
