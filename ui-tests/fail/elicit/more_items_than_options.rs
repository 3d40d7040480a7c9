//! More options than there are.

#[derive(mcp_runtime::Elicit)]
enum Color {
    Red,
    Blue,
}

#[derive(mcp_runtime::Elicit)]
struct Paint {
    #[elicit(min_items = 3)]
    colors: Vec<Color>,
}

fn main() {}
