//! Two arguments of one name.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn move_file(from: String, #[arg(rename = "from")] to: String) -> String {
    from + &to
}

fn main() {
    let _: Tool = move_file();
}
