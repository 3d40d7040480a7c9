//! A format that forms do not have.

#[derive(mcp_runtime::Elicit)]
struct Machine {
    #[elicit(format = "hostname")]
    host: String,
}

fn main() {}
