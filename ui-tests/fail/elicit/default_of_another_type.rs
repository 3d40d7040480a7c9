//! A computed default of another type.

#[derive(mcp_runtime::Elicit)]
enum Color {
    Red,
}

struct Other;

#[derive(mcp_runtime::Elicit)]
struct Paint {
    #[elicit(default = Other)]
    color: Color,
}

fn main() {
    let _ = Color::Red;
}
