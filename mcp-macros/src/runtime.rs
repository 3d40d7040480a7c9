//! The one path by which expansions reach the runtime.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Path, parse_quote};

/// The crate `mcp-runtime`, by the name it has where the macro is used.
#[derive(Clone)]
pub(crate) struct Runtime(Path);

impl Runtime {
    /// The runtime under the name that `crate = …` gives.
    pub(crate) fn renamed(path: Path) -> Self {
        Self(path)
    }

    /// What only expansions may name.
    pub(crate) fn private(&self) -> TokenStream {
        let Self(path) = self;
        quote!(#path::__private)
    }
}

impl Default for Runtime {
    fn default() -> Self {
        Self(parse_quote!(::mcp_runtime))
    }
}
