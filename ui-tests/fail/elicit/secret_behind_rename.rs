//! A field that is a secret on the wire only.

#[derive(mcp_runtime::Elicit)]
struct Login {
    #[elicit(rename = "apiKey")]
    access: Option<String>,
}

fn main() {}
