//! Marks that say different things of one statement.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order() -> String {
    #[step]
    #[repeat]
    let one = 1;
    #[step]
    #[step(key = "two")]
    let two = 2;
    #[repeat]
    #[repeat]
    let three = 3;
    #[step]
    #[elicit(message = "Sure?")]
    let four: Option<Confirmed>;
    #[elicit(message = "Sure?")]
    #[repeat]
    let five: Option<Confirmed>;
    #[step]
    let six: u8;
    format!("{} {}", one + two + three + six, four.is_some() | five.is_some())
}

fn main() {
    let _: Tool = order();
}
