//! One step as a statement.
//!
//! What is generated stands, for the compiler, where the user's own expression stands, so that it points there when
//! something does not fit.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Token};

use super::ask::{call, formatted};
use crate::model::step::{Binding, Step};

/// The statement that does what `step` does once. `otherwise` is the block behind the `else` of its
/// `let`, and `end` what stands behind an expression.
pub(super) fn statement(
    step: &Step,
    otherwise: Option<&Expr>,
    end: Option<Token![;]>,
    rt: &TokenStream,
) -> TokenStream {
    let Step { attributes, binding, .. } = step;
    let value = value(step, rt);
    match binding {
        None => quote!(#(#attributes)* #value #end),
        Some(Binding { pattern, ty }) => {
            // The type of a plain value stands where it is made.
            let ty = ty.iter().filter(|_| !is_plain(step));
            let otherwise = otherwise.iter();
            quote! { #(#attributes)* let #pattern #(: #ty)* = #value #(else #otherwise)*; }
        }
    }
}

/// What the list of a tool's points says about this one.
pub(super) fn point(step: &Step, rt: &TokenStream) -> TokenStream {
    let kind = if step.secret { quote!(secret_step) } else { quote!(step) };
    let key = step.key.as_ref().map(|key| &key.literal);
    // With the attribute's span, `line!()` is the attribute's line.
    let line = quote_spanned!(step.attribute.pound_token.span=> ::core::line!());
    quote_spanned!(Span::mixed_site()=> #rt::Point::#kind(#key, #line))
}

/// Whether the value is recorded whole because it is no `Result`.
fn is_plain(step: &Step) -> bool {
    step.question.is_none() && !step.whole
}

/// The value: that of an earlier round, or of what is done now.
fn value(step: &Step, rt: &TokenStream) -> TokenStream {
    let place = Place::of(&step.work);
    let records_success = step.question.is_some() && !step.whole;
    let function = if records_success { quote!(#rt::step) } else { quote!(#rt::step_whole) };
    let function = place.path(function);
    let call = call();
    let key = step.key.as_ref().map(formatted);
    let work = if is_plain(step) { plain(step, &place, rt) } else { step.work.to_token_stream() };
    let work = place.future(&work);
    let arguments = place.group(Delimiter::Parenthesis, quote!(#call, #key, #work));
    let question = step.question;
    // If something that is not `Send` is held meanwhile, rustc points here.
    let wait = quote_spanned!(step.attribute.path().span()=> .await);
    quote!(#function #arguments #wait #question)
}

/// A value, if it is no `Result`: which only the compiler can tell.
fn plain(step: &Step, place: &Place, rt: &TokenStream) -> TokenStream {
    let value = Ident::new("value", place.first);
    let work = &step.work;
    let ty = step.binding.iter().filter_map(|binding| binding.ty.as_ref());
    let function = place.path(quote!(#rt::plain));
    let arguments = quote_spanned!(place.first=> (&#value).mcp_kind_of_step(), #value);
    let arguments = place.group(Delimiter::Parenthesis, arguments);
    quote_spanned! {Span::mixed_site()=>
        #[allow(unused_imports)]
        use #rt::StepOutput as _;
        let #value #(: #ty)* = #work;
        #function #arguments
    }
}

/// Where an expression begins and ends, for tokens that no lint takes for the user's.
struct Place {
    first: Span,
    last: Span,
}

impl Place {
    fn of(work: &Expr) -> Self {
        let mut spans = work.to_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::mixed_site);
        let last = spans.last().unwrap_or(first);
        let ours = |span| Span::mixed_site().located_at(span);
        Self { first: ours(first), last: ours(last) }
    }

    /// A path from the beginning to the end of it.
    fn path(&self, path: TokenStream) -> TokenStream {
        let mut tokens: Vec<TokenTree> = path.into_iter().collect();
        let place = |token: &mut TokenTree| token.set_span(token.span().located_at(self.first));
        tokens.iter_mut().for_each(place);
        if let Some(last) = tokens.last_mut() {
            last.set_span(last.span().located_at(self.last));
        }
        tokens.into_iter().collect()
    }

    fn group(&self, delimiter: Delimiter, tokens: TokenStream) -> TokenTree {
        let mut group = Group::new(delimiter, tokens);
        group.set_span(self.last);
        TokenTree::Group(group)
    }

    /// An `async` block from its beginning to its end.
    fn future(&self, statements: &TokenStream) -> TokenStream {
        let block = self.group(Delimiter::Brace, statements.clone());
        quote_spanned!(self.first=> async #block)
    }
}
