//! One ask as an expression.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{LitStr, parse_str};

use crate::model::ask::{Ask, Kind};
use crate::parse::text::{Piece, Text};

/// The hidden parameter through which a handler asks. No user's variable is meant by it.
pub(crate) fn call() -> Ident {
    Ident::new("call", Span::mixed_site())
}

/// The future of the answer. `rt` is the private module of the runtime.
pub(crate) fn future(ask: &Ask, rt: &TokenStream) -> TokenStream {
    let Ask { ty, kind, .. } = ask;
    let call = call();
    let key = ask.key.as_ref().map(formatted);
    let otherwise = ask
        .otherwise
        .as_ref()
        .map(|expression| quote_spanned!(Span::mixed_site()=> .otherwise(|| #expression)));
    let (function, rest) = match kind {
        Kind::Form { message } => (quote!(elicit), vec![formatted(message)]),
        Kind::Page { message, url } => {
            (quote!(elicit_url), vec![formatted(message), encoded(url, rt)])
        }
        Kind::Roots => (quote!(roots), Vec::new()),
        Kind::Sample { .. } => (quote!(sample), vec![sample(kind, rt)]),
    };
    // The bound on the answer's type is that of this function, and is reported where it stands.
    let function = quote_spanned!(ty.span()=> #rt::#function::<#ty>);
    quote_spanned!(Span::mixed_site()=> #function(#call, #key #(, #rest)*) #otherwise)
}

/// What the list of a tool's asks says about this one.
pub(crate) fn point(ask: &Ask, rt: &TokenStream) -> TokenStream {
    let kind = match &ask.kind {
        Kind::Form { .. } => quote!(elicit),
        Kind::Page { .. } => quote!(elicit_url),
        Kind::Roots => quote!(roots),
        Kind::Sample { .. } => quote!(sample),
    };
    let key = ask.key.as_ref().map(|key| &key.literal);
    // With the attribute's span, `line!()` is the attribute's line.
    let line = quote_spanned!(ask.attribute.pound_token.span=> ::core::line!());
    quote_spanned!(Span::mixed_site()=> #rt::Point::#kind(#key, #line))
}

fn sample(kind: &Kind, rt: &TokenStream) -> TokenStream {
    let Kind::Sample { prompt, system, max_tokens, temperature } = kind else {
        return TokenStream::new();
    };
    let prompt = formatted(prompt);
    let max_tokens = max_tokens.iter();
    let system = system.iter().map(formatted);
    let temperature = temperature.iter();
    quote_spanned! {Span::mixed_site()=>
        #rt::Sample::new(#prompt)
            #(.max_tokens(#max_tokens))*
            #(.system(#system))*
            #(.temperature(#temperature))*
    }
}

/// The text with its captures filled in; rustc checks them, in the user's own literal.
pub(super) fn formatted(text: &Text) -> TokenStream {
    let literal = &text.literal;
    if let Some(plain) = text.plain() {
        let plain = LitStr::new(&plain, literal.span());
        quote!(#plain)
    } else {
        quote_spanned!(Span::mixed_site()=> ::std::format!(#literal))
    }
}

/// The same for a url, whose captures are data and never syntax.
fn encoded(text: &Text, rt: &TokenStream) -> TokenStream {
    if text.plain().is_some() {
        return formatted(text);
    }
    let literal = &text.literal;
    let mut names: Vec<&str> = Vec::new();
    for piece in &text.pieces {
        if let Piece::Capture { name, .. } = piece
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    let captures = names.into_iter().map(|name| {
        let variable = variable(name, literal.span());
        quote_spanned!(Span::mixed_site()=> #variable = #rt::percent(&#variable))
    });
    quote_spanned!(Span::mixed_site()=> ::std::format!(#literal #(, #captures)*))
}

/// The user's variable that a capture means.
fn variable(name: &str, span: Span) -> Ident {
    if parse_str::<Ident>(name).is_ok() {
        Ident::new(name, span)
    } else {
        Ident::new_raw(name, span)
    }
}
