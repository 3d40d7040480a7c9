//! A field that borrows.

#[derive(mcp_runtime::Elicit)]
struct Name<'a> {
    name: &'a str,
}

fn main() {}
