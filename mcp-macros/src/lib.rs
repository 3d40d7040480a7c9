//! The compile-time half of `mcp-runtime`, which re-exports it and documents it.

mod check;
mod diag;
mod elicit;
mod emit;
mod model;
mod parse;
mod runtime;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a form of a struct, or the options of a field of an enum. See `mcp_runtime::form::Elicit`.
#[proc_macro_derive(Elicit, attributes(elicit, serde))]
pub fn derive_elicit(input: TokenStream) -> TokenStream {
    elicit::derive(&parse_macro_input!(input as DeriveInput)).into()
}
