//! The order of the passes of `#[derive(Elicit)]`.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::diag::Diagnostics;
use crate::model::form::Item;
use crate::{check, emit};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let mut diag = Diagnostics::default();

    let item = Item::understand(input, &mut diag);
    check::form::item(&item, &mut diag);

    let fallback = emit::form::fallback(&item);
    match diag.finish(item) {
        Ok(item) => emit::form::item(&item),
        Err(errors) => {
            let mut tokens = errors.into_compile_error();
            tokens.extend(fallback);
            tokens
        }
    }
}
