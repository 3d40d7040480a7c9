//! What an item expands to when something is wrong with it: the errors, and the item as far as it
//! stands, so that none of them causes another.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, ItemEnum, ItemFn, ItemStruct, Local, LocalInit, Macro, Pat, PatType, Token,
    Visibility, parse_quote,
};

use crate::check::handler::mentioned_self;
use crate::diag::Diagnostics;
use crate::model::{ask, mark, parameter};
use crate::runtime::Runtime;

/// An item that is no function with a body stays as it is.
pub(crate) fn no_function(item: &TokenStream, name: &str, mut diag: Diagnostics) -> TokenStream {
    let head: TokenStream = item.clone().into_iter().take(1).collect();
    diag.error(
        head,
        format_args!("`#[{name}]` goes on an `async fn` with a body"),
        "write the handler as a free function: `async fn name(…) -> … { … }`",
    );
    let errors = diag.finish(()).err().map(syn::Error::into_compile_error);
    quote!(#errors #item)
}

/// The function that the handler would have become, which still holds the user's body for the
/// compiler and the editor to look at. A method stays a method.
pub(crate) fn tool(mut function: ItemFn, runtime: &Runtime, errors: &syn::Error) -> TokenStream {
    let errors = errors.to_compile_error();
    let mut unasked = Unasked { beyond_help: false };
    unasked.visit_item_fn_mut(&mut function);
    let allow: Attribute = parse_quote!(#[allow(warnings, clippy::all, clippy::pedantic)]);
    if unasked.beyond_help {
        function.block = parse_quote!({ ::core::unimplemented!() });
    }
    if function.sig.receiver().is_some() || mentioned_self(&function.sig).is_some() {
        return quote!(#errors #allow #function);
    }
    let rt = runtime.private();
    let (outer, inner) =
        std::mem::take(&mut function.attrs).into_iter().partition::<Vec<_>, _>(conditional);
    let visibility = std::mem::replace(&mut function.vis, Visibility::Inherited);
    function.attrs = inner;
    function.sig.constness = None;
    function.sig.variadic = None;
    let name = function.sig.ident.clone();
    function.sig.asyncness.get_or_insert(Token![async](name.span()));
    let signature = quote_spanned!(name.span()=> fn #name() -> #rt::Tool);
    quote! {
        #errors
        #(#outer)*
        #allow
        #visibility #signature {
            #function
            ::core::unimplemented!()
        }
    }
}

fn conditional(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Takes the attributes of ours away, and gives each `let` that asks a value, so that the compiler
/// does not add "used binding is not initialized" to what we have to say.
struct Unasked {
    /// Whether what rustc would say about the body could only be a consequence of what we say: a
    /// `let` that asks has no type, or stands in the input of a macro.
    beyond_help: bool,
}

impl VisitMut for Unasked {
    fn visit_local_mut(&mut self, local: &mut Local) {
        let marked = local.attrs.iter().any(mark::marks);
        if (ask::is_ask(&local.attrs) || marked) && local.init.is_none() {
            self.beyond_help |= !matches!(local.pat, Pat::Type(_));
            local.init = Some(LocalInit {
                eq_token: Token![=](local.semi_token.span),
                expr: parse_quote!(::core::unimplemented!()),
                diverge: None,
            });
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.beyond_help |= ask::in_macro(&mac.tokens).is_some();
        self.beyond_help |= mark::in_macro(&mac.tokens).is_some();
    }

    fn visit_pat_type_mut(&mut self, parameter: &mut PatType) {
        parameter.attrs.retain(parameter::kept);
        visit_mut::visit_pat_type_mut(self, parameter);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| {
            !ask::asks(attribute) && !mark::marks(attribute) && !parameter::is_arg(attribute)
        });
    }

    /// What stands in a form is another macro's.
    fn visit_item_struct_mut(&mut self, form: &mut ItemStruct) {
        form.attrs.retain(|attribute| !mark::marks(attribute));
    }

    fn visit_item_enum_mut(&mut self, form: &mut ItemEnum) {
        form.attrs.retain(|attribute| !mark::marks(attribute));
    }
}
