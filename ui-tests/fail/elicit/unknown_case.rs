//! A case that serde does not have.

#[derive(mcp_runtime::Elicit)]
#[serde(rename_all = "Camel")]
struct Order {
    how_many: u8,
}

fn main() {}
