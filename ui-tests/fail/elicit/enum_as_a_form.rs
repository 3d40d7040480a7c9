//! An enum where a form is wanted.

#[derive(mcp_runtime::Elicit)]
enum Size {
    Small,
}

fn fill_in<T: mcp_runtime::Elicit>() {}

fn main() {
    fill_in::<Size>();
}
