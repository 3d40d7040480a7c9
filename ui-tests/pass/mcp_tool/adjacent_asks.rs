//! Asks that follow each other directly, joined or not, keep their types, patterns and attributes.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn trip() -> String {
    #[elicit(message = "Sure?")]
    let _sure: Confirmed;
    #[sample(key = "to", prompt = "Where to?")]
    let Completion { model: to, .. }: Completion;
    #[roots]
    let mut roots: Vec<Root>;
    #[elicit(message = "To {to}?")]
    let there: Option<Confirmed>;
    #[cfg(any())]
    #[elicit(message = "Not asked")]
    let never: Confirmed;
    #[cfg(all())]
    #[elicit(message = "Asked")]
    let always: Answer<Confirmed>;
    #[allow(unused_variables)]
    #[elicit(message = "Also asked", otherwise = None)]
    let also: Option<Confirmed>;
    roots.clear();
    drop((roots, always));
    to
}

fn main() {
    let _: Tool = trip();
}
