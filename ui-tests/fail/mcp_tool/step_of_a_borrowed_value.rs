//! Types of values that a later round would have nothing to borrow from.

use std::borrow::Cow;

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn order(names: Vec<String>) -> String {
    #[step]
    let text: &str = "text";
    #[step]
    let first: Option<&'static str> = None;
    #[step]
    let cow: Cow<'_, str> = Cow::Borrowed(&names[0]);
    format!("{text} {first:?} {cow}")
}

fn main() {
    let _: Tool = order();
}
