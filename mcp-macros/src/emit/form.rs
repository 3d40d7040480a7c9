//! A form, or the options of an enum, as code.
//!
//! Each field is one constant, which is built by named functions of the runtime. The type of a field
//! is named at one call that has a bound, so that rustc says once that it cannot be a field.

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use crate::diag::Sound;
use crate::model::form::{Choice, Field, Item, Shape};
use crate::parse::elicit_value::{Count, Number, NumberValue, as_number};

/// The whole expansion.
pub(crate) fn item(item: &Sound<Item>) -> TokenStream {
    match &item.shape {
        Shape::Form(fields) => form(item, fields),
        Shape::Choices(choices) => options(item, choices),
        Shape::Neither => TokenStream::new(),
    }
}

/// What stands in for the expansion beside errors: the traits are there, so that no use of the type
/// is another error, and types that cannot be fields are still reported.
pub(crate) fn fallback(item: &Item) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let rt = item.runtime.private();
    let ident = &item.ident;
    match &item.shape {
        Shape::Choices(choices) => {
            let names = choices.iter().map(|choice| &choice.name.text);
            quote! {
                #[automatically_derived]
                impl #rt::form::Choice for #ident {
                    const OPTIONS: &'static [#rt::form::ChoiceOption] =
                        &[#(#rt::form::ChoiceOption::new(#names)),*];
                    fn from_name(_: &str) -> ::core::option::Option<Self> {
                        ::core::option::Option::None
                    }
                    fn to_name(&self) -> &'static str {
                        ::core::unimplemented!()
                    }
                }
            }
        }
        Shape::Form(_) | Shape::Neither => {
            let fields: &[Field] = match &item.shape {
                Shape::Form(fields) => fields,
                _ => &[],
            };
            let types = fields.iter().map(|field| &field.ty);
            quote! {
                #(const _: #rt::form::FieldOf<#types> = #rt::form::field::<#types>("");)*
                #[automatically_derived]
                impl #rt::form::Elicit for #ident {
                    fn form() -> &'static #rt::form::Form {
                        ::core::unimplemented!()
                    }
                    fn read(_: &#rt::form::Checked<'_>)
                        -> ::core::result::Result<#rt::form::Read<Self>, #rt::form::FormProblems>
                    {
                        ::core::unimplemented!()
                    }
                }
            }
        }
    }
}

fn form(item: &Item, fields: &[Field]) -> TokenStream {
    let rt = item.runtime.private();
    let ident = &item.ident;
    let constants: Vec<Ident> = fields.iter().map(|field| internal("__field", field)).collect();
    let locals: Vec<Ident> = fields.iter().map(|field| internal("__value", field)).collect();
    let names = fields.iter().map(|field| &field.ident);
    let types = fields.iter().map(|field| &field.ty);
    let described = fields.iter().map(|field| describe(&rt, field));
    let answer = Ident::new("answer", Span::mixed_site());
    let reader = Ident::new("reader", Span::mixed_site());
    let registration = registration(item, fields);

    quote! {
        #[allow(non_upper_case_globals)]
        const _: () = {
            #(const #constants: #rt::form::FieldOf<#types> = #described;)*
            static __FORM: #rt::form::LazyForm =
                #rt::form::LazyForm::new(|| #rt::form::derived([#(#constants.describe()),*]));

            #[automatically_derived]
            impl #rt::form::Elicit for #ident {
                fn form() -> &'static #rt::form::Form {
                    &__FORM
                }
                fn read(#answer: &#rt::form::Checked<'_>)
                    -> ::core::result::Result<#rt::form::Read<Self>, #rt::form::FormProblems>
                {
                    let mut #reader = #rt::form::Reader::new(#answer);
                    #(let #locals = #reader.take(&#constants);)*
                    let (#(::core::option::Option::Some(#locals),)*) = (#(#locals,)*) else {
                        return #reader.refuse();
                    };
                    ::core::result::Result::Ok(#rt::form::Read::Value(Self { #(#names: #locals),* }))
                }
            }
        };
        #registration
    }
}

/// A name of ours that goes with a field.
fn internal(prefix: &str, field: &Field) -> Ident {
    format_ident!("{prefix}_{}", field.ident.unraw(), span = Span::mixed_site())
}

/// The field as the value of a constant.
///
/// A rule is a statement of its own, with the span of its value from end to end: rustc reports what
/// the runtime finds wrong with it there.
fn describe(rt: &TokenStream, field: &Field) -> TokenStream {
    let ty = &field.ty;
    let name = &field.name.text;
    let mut described = quote!(#rt::form::field::<#ty>(#name));
    if let Some(title) = &field.options.title {
        described.extend(quote!(.titled(#title)));
    }
    if let Some(description) = &field.description {
        described.extend(quote!(.described(#description)));
    }
    let rules = rules(rt, field);
    if rules.is_empty() {
        return described;
    }
    let local = Ident::new("field", Span::mixed_site());
    let rules = rules.into_iter().map(|(span, rule)| {
        let located = Ident::new("field", Span::mixed_site().located_at(span));
        quote_spanned!(span=> #located #rule)
    });
    quote!({
        let #local = #described;
        #(let #local = #rules;)*
        #local
    })
}

/// The calls that set the rules, each with the place where its value stands.
fn rules(rt: &TokenStream, field: &Field) -> Vec<(Span, TokenStream)> {
    let options = &field.options;
    let mut rules = Vec::new();
    for (method, number) in [("minimum", &options.minimum), ("maximum", &options.maximum)] {
        rules.extend(number.as_ref().map(|number| bound(method, number)));
    }
    for (method, count) in [
        ("min_length", &options.min_length),
        ("max_length", &options.max_length),
        ("min_items", &options.min_items),
        ("max_items", &options.max_items),
    ] {
        rules.extend(count.as_ref().map(|count| counted(method, count)));
    }
    if let Some(format) = &options.format {
        let variant = match format.value().as_str() {
            "date" => "Date",
            "date-time" => "DateTime",
            "email" => "Email",
            _ => "Uri",
        };
        let (span, variant) = (format.span(), Ident::new(variant, format.span()));
        rules.push((span, quote_spanned!(span=> .format(#rt::form::Format::#variant))));
    }
    if let Some(pattern) = &options.pattern {
        let span = pattern.span();
        rules.push((span, quote_spanned!(span=> .pattern(#pattern))));
    }
    if let Some(default) = &options.default {
        rules.push((default.span(), absent(rt, field, default)));
    }
    rules
}

fn bound(method: &str, number: &Number) -> (Span, TokenStream) {
    let method = match number.value {
        NumberValue::Integer(_) => method.to_owned(),
        NumberValue::Decimal(_) => format!("{method}_number"),
    };
    (number.at.span(), call(&method, number))
}

/// A call with a number. The literal is written anew: its suffix, if any, is of another type.
fn call(method: &str, number: &Number) -> TokenStream {
    let span = number.at.span();
    let method = Ident::new(method, span);
    let (is_negative, literal) = match number.value {
        NumberValue::Integer(value) => (value < 0, Literal::u128_unsuffixed(value.unsigned_abs())),
        NumberValue::Decimal(value) => {
            (value.is_sign_negative(), Literal::f64_unsuffixed(value.abs()))
        }
    };
    if is_negative {
        quote_spanned!(span=> .#method(-#literal))
    } else {
        quote_spanned!(span=> .#method(#literal))
    }
}

fn counted(method: &str, count: &Count) -> (Span, TokenStream) {
    let span = count.at.span();
    let method = Ident::new(method, span);
    let literal = Literal::usize_unsuffixed(count.value);
    (span, quote_spanned!(span=> .#method(#literal)))
}

/// The value of a field that is left out.
fn absent(rt: &TokenStream, field: &Field, default: &Expr) -> TokenStream {
    let span = default.span();
    if let Some(number) = as_number(default) {
        return call(
            match number.value {
                NumberValue::Integer(_) => "or_integer",
                NumberValue::Decimal(_) => "or_number",
            },
            &number,
        );
    }
    match default {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => quote_spanned!(span=> .or_text(#text)),
        Expr::Lit(ExprLit { lit: Lit::Bool(boolean), .. }) => {
            quote_spanned!(span=> .or_boolean(#boolean))
        }
        Expr::Array(array) if array.elems.iter().all(is_text) => {
            quote_spanned!(span=> .or_selected(&#array))
        }
        _ => {
            let ty = &field.ty;
            quote_spanned!(span=> .or(|| #rt::form::computed::<#ty>(#default)))
        }
    }
}

fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
}

/// Has the server look at forms that only running code can judge.
fn registration(item: &Item, fields: &[Field]) -> Option<TokenStream> {
    let is_open = |field: &Field| {
        field.options.pattern.is_some() || field.options.default.as_ref().is_some_and(is_computed)
    };
    if !fields.iter().any(is_open) {
        return None;
    }
    let rt = item.runtime.private();
    let ident = &item.ident;
    let name = format!("::{}", ident.unraw());
    Some(quote! {
        #rt::inventory::submit! {
            #rt::form::FormRegistration::of::<#ident>(
                ::core::concat!(::core::module_path!(), #name)
            )
        }
    })
}

fn is_computed(default: &Expr) -> bool {
    match default {
        Expr::Lit(_) => false,
        Expr::Array(array) => !array.elems.iter().all(is_text),
        default => as_number(default).is_none(),
    }
}

fn options(item: &Item, choices: &[Choice]) -> TokenStream {
    let rt = item.runtime.private();
    let ident = &item.ident;
    let variants: Vec<&Ident> = choices.iter().map(|choice| &choice.ident).collect();
    let names: Vec<&String> = choices.iter().map(|choice| &choice.name.text).collect();
    let titles =
        choices.iter().map(|choice| choice.title.as_ref().map(|title| quote!(.titled(#title))));
    let name = Ident::new("name", Span::mixed_site());

    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #rt::form::Choice for #ident {
            const OPTIONS: &'static [#rt::form::ChoiceOption] =
                &[#(#rt::form::ChoiceOption::new(#names) #titles),*];
            fn from_name(#name: &str) -> ::core::option::Option<Self> {
                match #name {
                    #(#names => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
            fn to_name(&self) -> &'static str {
                match self {
                    #(Self::#variants => #names,)*
                }
            }
        }
    }
}
