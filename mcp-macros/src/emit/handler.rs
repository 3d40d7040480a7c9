//! The function that stands in the handler's place and returns its tool.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, ItemFn, Lifetime, LitBool, Meta, PatType, Token, Type};

use super::{ask, body, default, step};
use crate::diag::Sound;
use crate::model::borrow;
use crate::model::parameter::{Argument, Parameter, kept};
use crate::model::point::Point;
use crate::model::tool::Tool;

/// The whole expansion.
///
/// The user's function stands in a scope in which nothing of ours has a name; what is ours stands
/// one block further in. The tool registers itself from there, so that a local variable, an `impl`
/// or a `#[cfg]` around the handler is of no matter.
pub(crate) fn tool(tool: &Sound<Tool>) -> TokenStream {
    let rt = &tool.options.runtime.private();
    let name = &tool.function.sig.ident;
    let visibility = &tool.function.vis;
    let (outer, inner): (Vec<_>, Vec<_>) = tool.function.attrs.iter().partition(|a| is_outer(a));
    let must_use = outer
        .iter()
        .all(|attribute| !attribute.path().is_ident("must_use"))
        .then(|| quote!(#[must_use]));
    let handler = handler(tool, &inner, rt);
    let arguments = arguments(tool, rt);
    let returns = returns(tool, rt);
    let run = run(tool, rt);
    let describe = describe(tool, rt);
    quote! {
        #(#outer)*
        #must_use
        #[allow(dead_code, clippy::double_must_use)]
        #visibility fn #name() -> #rt::Tool {
            #handler
            {
                #arguments
                #returns
                #run
                #describe
                #rt::inventory::submit! { #rt::Registered::tool(mcp_describe) }
                mcp_describe()
            }
        }
    }
}

/// Whether an attribute is about the function that others see, or about the handler in it.
fn is_outer(attribute: &Attribute) -> bool {
    const OUTER: [&str; 8] =
        ["allow", "cfg", "deny", "deprecated", "doc", "forbid", "must_use", "warn"];
    let is = |meta: &Meta| OUTER.iter().any(|name| meta.path().is_ident(name));
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|parts| parts.iter().skip(1).all(is)),
        meta => is(meta),
    }
}

/// The user's function, with asks in their places.
fn handler(tool: &Tool, attributes: &[&Attribute], rt: &TokenStream) -> TokenStream {
    let ItemFn { sig, .. } = &tool.function;
    let (name, mut output) = (&sig.ident, sig.output.clone());
    let call = ask::call();
    let lifetime = lifetime(tool);
    if let Some(lifetime) = &lifetime {
        borrow::name(&mut output, lifetime);
    }
    let call = tool.needs_the_call().then(|| quote!(#call: &#lifetime #rt::Context,));
    let parameters = sig.inputs.iter().zip(&tool.parameters);
    let parameters =
        parameters.filter_map(|(input, meaning)| parameter(input, meaning, lifetime.as_ref()));
    let generics = lifetime.as_ref().map(|lifetime| quote!(<#lifetime>));
    let named = lifetime
        .as_ref()
        .map(|_| quote!(#[allow(clippy::elidable_lifetime_names, clippy::needless_lifetimes)]));
    let statements = body::statements(tool, rt);
    // These speak of what makes a function a handler.
    quote! {
        #[allow(
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unused_async
        )]
        #named
        #(#attributes)*
        async fn #name #generics (#call #(#parameters),*) #output {
            #statements
        }
    }
}

/// The lifetime of the call, if the output borrows from it and rustc could not tell from which of
/// the parameters, as there is one that the user did not write.
fn lifetime(tool: &Tool) -> Option<Lifetime> {
    let borrows = borrow::first(&tool.output()).is_some() && tool.needs_the_call();
    borrows.then(|| Lifetime::new("'call", Span::mixed_site()))
}

/// What the user's function still takes: everything but what is asked for in it.
fn parameter(input: &FnArg, meaning: &Parameter, lifetime: Option<&Lifetime>) -> Option<PatType> {
    let (FnArg::Typed(typed), false) = (input, matches!(meaning, Parameter::Asked(_))) else {
        return None;
    };
    let mut typed = typed.clone();
    typed.attrs.retain(kept);
    if let Type::Reference(reference) = &mut *typed.ty {
        reference.lifetime = lifetime.cloned().or(reference.lifetime.take());
    }
    Some(typed)
}

/// A constant for each argument, which both reads it and describes it.
fn arguments(tool: &Tool, rt: &TokenStream) -> TokenStream {
    let arguments = every_argument(tool).map(|(constant, argument)| {
        let Argument { name, ty, description, default, header } = argument;
        // The bound on the type is that of this function, and is reported where the type stands.
        let function = quote_spanned!(ty.span()=> #rt::argument::<#ty>);
        let described = description.iter();
        let value = default.iter().map(|value| default::value(value, ty));
        let shown = default.iter().filter_map(default::json);
        let header = header.iter();
        quote! {
            #[allow(clippy::all, clippy::pedantic)]
            const #constant: #rt::Argument<#ty> = #function(#name)
                #(.described(#described))*
                #(.or(|| #value))*
                #(.showing(#shown))*
                #(.header(#header))*;
        }
    });
    quote!(#(#arguments)*)
}

/// The arguments, each with the name of its constant.
fn every_argument(tool: &Tool) -> impl Iterator<Item = (Ident, &Argument)> {
    let arguments = tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Argument(argument) => Some(&**argument),
        _ => None,
    });
    arguments.enumerate().map(|(index, argument)| (format_ident!("MCP_ARGUMENT_{index}"), argument))
}

fn returns(tool: &Tool, rt: &TokenStream) -> TokenStream {
    let ty = tool.output();
    let function = quote_spanned!(ty.span()=> #rt::returns::<#ty>);
    quote! {
        #[allow(clippy::all, clippy::pedantic)]
        const MCP_RETURNS: #rt::Returns<#ty> = #function();
    }
}

/// The function that runs the handler on what a client sent.
fn run(tool: &Tool, rt: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let (call, arguments, given) =
        (ask::call(), Ident::new("arguments", site), Ident::new("given", site));
    let constants: Vec<_> = every_argument(tool).map(|(constant, _)| constant).collect();
    let values: Vec<_> =
        (0..constants.len()).map(|index| Ident::new(&format!("argument_{index}"), site)).collect();
    let read = (!constants.is_empty()).then(|| {
        quote! {
            let mut #given = #rt::Given::new(#arguments);
            #(let #values = #given.read(&#constants);)*
            let (#(::core::option::Option::Some(#values),)*) = (#(#values,)*) else {
                return #given.refuse();
            };
        }
    });
    let run = boxed(tool, read.as_ref(), &passed(tool, &values, rt), rt);
    quote! {
        #[allow(clippy::all, clippy::pedantic, unused_variables)]
        fn mcp_run<'call>(
            #call: &'call #rt::Context,
            #arguments: &'call #rt::Arguments<'call>,
        ) -> #rt::Running<'call> {
            #run
        }
    }
}

/// The values that the handler is called with, in the order of its parameters.
fn passed(tool: &Tool, values: &[Ident], rt: &TokenStream) -> Vec<TokenStream> {
    let call = ask::call();
    let mut values = values.iter();
    let hidden = tool.needs_the_call().then(|| quote!(#call));
    let parameters = tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Argument(_) => values.next().map(|value| quote!(#value)),
        Parameter::Asked(_) => None,
        Parameter::Call => Some(quote!(#call)),
        Parameter::State(ty) => {
            // Here too a bound is reported where the type stands.
            let function = quote_spanned!(ty.span()=> #rt::state::<#ty>);
            Some(quote!(#function(#call)))
        }
    });
    hidden.into_iter().chain(parameters).collect()
}

/// The future; the span of `Box::pin(…)` is where rustc says that it is not `Send`.
fn boxed(
    tool: &Tool,
    read: Option<&TokenStream>,
    passed: &[TokenStream],
    rt: &TokenStream,
) -> TokenStream {
    let name = &tool.function.sig.ident;
    let ty = tool.output();
    let returns = if borrow::first(&ty).is_some() {
        // The constant is of a type that borrows for ever.
        quote_spanned!(ty.span()=> #rt::returns::<#ty>())
    } else {
        quote!(MCP_RETURNS)
    };
    let body = quote!(async move { #read #returns.finish(#name(#(#passed),*).await) });
    quote_spanned!(name.span()=> ::std::boxed::Box::pin(#body))
}

/// The function that describes the tool.
fn describe(tool: &Tool, rt: &TokenStream) -> TokenStream {
    let name = &tool.name;
    let settings = settings(tool);
    let arguments = every_argument(tool).map(|(constant, _)| quote!(.argument(&#constant)));
    let needs = tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::State(ty) => Some(quote!(.needs::<#ty>())),
        _ => None,
    });
    let asked_first = tool.asked_first().map(|ask| ask::point(ask, rt));
    let points = tool.points.iter().map(|point| match point {
        Point::Ask(ask) => ask::point(ask, rt),
        Point::Step(step) => step::point(step, rt),
    });
    let points = asked_first.chain(points).map(|point| quote!(.point(#point)));
    quote! {
        #[allow(clippy::all, clippy::pedantic)]
        fn mcp_describe() -> #rt::Tool {
            #rt::Tool::new(#name)
                #(#settings)*
                #(#arguments)*
                #(#needs)*
                #(#points)*
                .returns(&MCP_RETURNS)
                .runs(mcp_run)
        }
    }
}

/// What the options of the attribute set.
fn settings(tool: &Tool) -> Vec<TokenStream> {
    let options = &tool.options;
    let flags: [(&str, &Option<LitBool>); 6] = [
        ("read_only", &options.read_only),
        ("destructive", &options.destructive),
        ("idempotent", &options.idempotent),
        ("open_world", &options.open_world),
        ("accept_unasked", &options.accept_unasked),
        ("single_use", &options.single_use),
    ];
    let flags = flags.into_iter().filter_map(|(name, flag)| {
        let method = Ident::new(name, Span::mixed_site());
        flag.as_ref().map(|flag| quote!(.#method(#flag)))
    });
    let title = options.title.iter().map(|title| quote!(.title(#title)));
    let description = tool.description.iter().map(|text| quote!(.description(#text)));
    let group = options.group.iter().map(|group| quote!(.group(#group)));
    let icons = options.icons.iter().map(|icon| quote!(.icon(#icon)));
    let version = options.version.iter().map(|version| quote!(.version(#version)));
    title.chain(description).chain(flags).chain(group).chain(icons).chain(version).collect()
}
