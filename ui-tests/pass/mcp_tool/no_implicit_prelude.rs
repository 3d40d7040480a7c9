//! An expansion brings everything it names.
#![no_implicit_prelude]

use ::mcp_runtime::prelude::{Confirmed, Root};
use ::mcp_runtime::{Context, Tool, mcp_tool};
use ::std::option::Option;
use ::std::string::String;
use ::std::vec::Vec;

#[mcp_tool(title = "Names")]
async fn names(
    name: String,
    #[arg(default = "x")] other: String,
    cx: &Context,
    #[elicit(message = "{name}?")] sure: Confirmed,
) -> String {
    #[elicit(key = "page", url = "https://example.com/{name}", message = "Look at {other}")]
    let _: ();
    #[roots]
    let roots: Option<Vec<Root>>;
    ::std::mem::drop((cx, sure, roots));
    name
}

fn main() {
    let _: Tool = names();
}
