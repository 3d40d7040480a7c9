//! The compile-time half of `mcp-runtime`, which re-exports it and documents it.
//!
//! Every macro has the same passes, each in a module: `parse` reads attributes, `model` understands the
//! item, `check` holds one function a rule, and `emit` writes the expansion. A pass that finds a
//! mistake does not stop the next one, so that a user hears of all of them at once.

mod check;
mod diag;
mod emit;
mod fallback;
mod model;
mod parse;
mod runtime;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of an `async fn`. Documented where it is re-exported, in `mcp_runtime`.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(options.into(), &item.into()).into()
}
