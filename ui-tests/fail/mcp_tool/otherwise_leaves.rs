//! An answer that is none.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn greet(name: Option<String>) -> Result<String, std::fmt::Error> {
    #[elicit(message = "Sure?", otherwise = Some(name.clone().ok_or(std::fmt::Error)?))]
    let sure: Option<String>;
    #[elicit(message = "Really?", otherwise = return Ok(String::new()))]
    let really: Option<String>;
    loop {
        #[elicit(message = "Again?", otherwise = break)]
        let again: Option<String>;
        drop(again);
        #[elicit(message = "And again?", otherwise = std::future::ready(None).await)]
        let and_again: Option<String>;
        drop(and_again);
    }
    Ok(format!("{sure:?} {really:?}"))
}

fn main() {
    let _: Tool = greet();
}
