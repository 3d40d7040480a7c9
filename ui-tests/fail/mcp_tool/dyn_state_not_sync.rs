//! A trait whose objects threads cannot share.

use mcp_runtime::prelude::*;

trait Clock {
    fn now(&self) -> u64;
}

#[mcp_tool]
async fn now(clock: &dyn Clock) -> String {
    clock.now().to_string()
}

fn main() {
    let _: Tool = now();
}
