//! Handlers that a `macro_rules!` writes, with expressions of its caller.

use mcp_runtime::prelude::*;

fn load(n: u8) -> Result<u8, std::fmt::Error> {
    Ok(n)
}

macro_rules! handler {
    ($name:ident, $work:expr, $failing:expr, $key:literal) => {
        #[mcp_tool]
        async fn $name() -> Result<String, std::fmt::Error> {
            #[step]
            let work = $work;
            #[step(key = $key)]
            let failing: u8 = $failing?;
            #[elicit(message = "{work}?")]
            let sure: Confirmed;
            drop(sure);
            Ok(format!("{work} {failing}"))
        }
    };
}

handler!(order, 1 + 2, load(3), "failing");

fn main() {
    let _: Tool = order();
}
