//! State that is borrowed mutably.

use mcp_runtime::prelude::*;

struct Counter(u64);

#[mcp_tool]
async fn count(counter: &mut Counter) -> String {
    counter.0 += 1;
    counter.0.to_string()
}

fn main() {
    let _: Tool = count();
}
