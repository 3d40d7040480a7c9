//! State behind a trait, and of types that are more than a path.

use mcp_runtime::prelude::*;
use std::sync::{Arc, Mutex};

trait Clock: Send + Sync {
    fn now(&self) -> u64;
}

trait Plain {}

#[mcp_tool]
async fn state(
    clock: &dyn Clock,
    plain: &(dyn Plain + Send + Sync),
    shared: &Arc<Mutex<u8>>,
    pair: &(u8, [u8; 4]),
    function: &fn(u8) -> u8,
    lifetime: &'_ Mutex<u16>,
) -> String {
    #[elicit(message = "Sure?")]
    let _sure: Confirmed;
    let _ = (plain, shared, pair, lifetime, function);
    clock.now().to_string()
}

fn main() {
    let _: Tool = state();
}
