//! The passes of `#[mcp_tool]`.

use proc_macro2::TokenStream;
use syn::ItemFn;

use crate::diag::Diagnostics;
use crate::model::tool::Tool;
use crate::{check, emit, fallback, parse};

/// The tool that the handler `item` makes, or every mistake in it.
pub(crate) fn expand(options: TokenStream, item: &TokenStream) -> TokenStream {
    let mut diag = Diagnostics::default();

    let options = parse::tool::options(options, &mut diag);
    let Ok(function) = syn::parse2::<ItemFn>(item.clone()) else {
        return fallback::no_function(item, "mcp_tool", diag);
    };
    let runtime = options.runtime.clone();
    let tool = Tool::understand(options, function.clone(), &mut diag);
    check::tool(&tool, &mut diag);

    match diag.finish(tool) {
        Ok(tool) => emit::handler::tool(&tool),
        Err(errors) => fallback::tool(function, &runtime, &errors),
    }
}
