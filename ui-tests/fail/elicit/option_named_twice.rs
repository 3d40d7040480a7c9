//! Two variants that get one name.

#[derive(mcp_runtime::Elicit)]
#[serde(rename_all = "lowercase")]
enum Size {
    Large,
    LARGE,
}

fn main() {}
