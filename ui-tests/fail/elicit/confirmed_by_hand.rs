//! A yes that nobody said.

fn main() {
    let _ = mcp_runtime::form::Confirmed(());
}
