//! State that threads cannot share.

use mcp_runtime::prelude::*;

use std::cell::Cell;

struct Counter(Cell<u64>);

#[mcp_tool]
async fn count(counter: &Counter) -> String {
    counter.0.set(counter.0.get() + 1);
    counter.0.get().to_string()
}

fn main() {
    let _: Tool = count();
}
