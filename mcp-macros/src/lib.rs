//! The compile-time half of `mcp-runtime`, which re-exports it and documents it.
//!
//! Every macro has the same passes, each in a module: `parse` reads attributes, `model` understands the
//! item, `check` holds one function a rule, and `emit` writes the expansion. A pass that finds a
//! mistake does not stop the next one, so that a user hears of all of them at once.

mod check;
mod diag;
mod elicit;
mod emit;
mod fallback;
mod model;
mod parse;
mod runtime;
mod tool;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a tool of an `async fn`. Documented where it is re-exported, in `mcp_runtime`.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(options.into(), &item.into()).into()
}

/// Makes a form of a struct, or the options of a field of an enum. See `mcp_runtime::form::Elicit`.
#[proc_macro_derive(Elicit, attributes(elicit, serde))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    elicit::derive(&parse_macro_input!(input as DeriveInput)).into()
}
