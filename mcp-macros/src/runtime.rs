//! The one path into the runtime.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Path, parse_quote};

/// Where the runtime is: `::mcp_runtime`, or what `crate = …` says.
pub(crate) struct Runtime(Path);

impl Runtime {
    /// The runtime at `path`.
    pub(crate) fn at(path: Path) -> Self {
        Self(path)
    }

    /// The module that expansions name things from.
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
