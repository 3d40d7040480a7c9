//! An enum that does not say that it can be selected.

enum Size {
    Small,
    Large,
}

#[derive(mcp_runtime::Elicit)]
struct Order {
    size: Option<Size>,
}

fn main() {
    let _ = (Size::Small, Size::Large);
}
