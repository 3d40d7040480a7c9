//! Options that a step doesn't have, or has twice, and marks that have none.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() -> String {
    #[step(hole)]
    let one = 1;
    #[step(whole, whole)]
    let two = 2;
    #[step(key)]
    let three = 3;
    #[step = "four"]
    let four = 4;
    #[step(key = four, secret = 1)]
    let five = 5;
    #[repeat(key = "six")]
    let six = 6;
    format!("{}", one + two + three + four + five + six)
}

fn main() {
    let _: Tool = order();
}
