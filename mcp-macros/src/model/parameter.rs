//! One parameter: from the model, from the server, from the user, or the call itself.

use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{
    Attribute, Expr, Ident, LitStr, Pat, PatIdent, PatType, Type, TypeImplTrait, TypeReference,
};

use super::ask::{self, Ask};
use super::borrow;
use crate::diag::Diagnostics;
use crate::parse::docs;
use crate::parse::list::List;

/// Where the value of a parameter comes from.
pub(crate) enum Parameter {
    /// Owned: from the model.
    Argument(Box<Argument>),
    /// From the user or the client, before the body runs.
    Asked(Box<Ask>),
    /// `&Context`: the call itself.
    Call,
    /// Borrowed: from the server, by this type.
    State(Box<Type>),
}

/// An argument of the tool.
pub(crate) struct Argument {
    /// The name on the wire.
    pub(crate) name: LitStr,
    pub(crate) ty: Type,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Expr>,
    /// What comes behind `Mcp-Param-` in the name of the header that carries it too.
    pub(crate) header: Option<LitStr>,
}

impl Parameter {
    /// Makes out where the value of `parameter` comes from.
    pub(crate) fn understand(parameter: &PatType, diag: &mut Diagnostics) -> Option<Self> {
        no_cfg(&parameter.attrs, diag);
        let asked = ask::is_ask(&parameter.attrs);
        match bare(&parameter.ty) {
            Type::Reference(reference) => {
                own_attributes_only(&parameter.attrs, &parameter.pat, diag);
                borrowed(reference, diag)
            }
            ty if asked => {
                no_argument(&parameter.attrs, diag);
                let ask = Ask::understand(&parameter.attrs, &parameter.pat, ty, diag)?;
                let others = ask.attributes.into_iter().filter(kept).collect();
                Some(Self::Asked(Box::new(Ask { attributes: others, ..ask })))
            }
            ty => argument(parameter, ty, diag),
        }
    }
}

/// Whether an attribute of a parameter stays on it.
pub(crate) fn kept(attribute: &Attribute) -> bool {
    !ask::asks(attribute) && !is_arg(attribute) && !attribute.path().is_ident("doc")
}

/// Whether an attribute is `#[arg(…)]`.
pub(crate) fn is_arg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg")
}

fn borrowed(reference: &TypeReference, diag: &mut Diagnostics) -> Option<Parameter> {
    if let Some(mutability) = &reference.mutability {
        diag.error(
            mutability,
            "the state of the server is shared by every call, and cannot be borrowed mutably",
            "write `&T`, and put what changes behind a `Mutex` or in an atomic",
        );
        return None;
    }
    match bare(&reference.elem) {
        Type::Path(path) if path.path.is_ident("str") => {
            diag.error(
                reference,
                "`&str` is borrowed, and borrowed parameters are the server's own state",
                "write `String` for text that comes from the model",
            );
            None
        }
        Type::Slice(slice) => {
            let item = slice.elem.to_token_stream();
            diag.error(
                reference,
                "a slice is borrowed, and borrowed parameters are the server's own state",
                format_args!("write `Vec<{item}>` for a list that comes from the model"),
            );
            None
        }
        Type::ImplTrait(bounds) => {
            no_impl(bounds, diag);
            None
        }
        ty if is_call(ty) => Some(Parameter::Call),
        ty => Some(Parameter::State(Box::new(ty.clone()))),
    }
}

fn argument(parameter: &PatType, ty: &Type, diag: &mut Diagnostics) -> Option<Parameter> {
    if is_call(ty) {
        diag.error(ty, "a handler borrows its call", "write `&Context`");
        return None;
    }
    if let Type::ImplTrait(bounds) = ty {
        no_impl(bounds, diag);
        return None;
    }
    if let Some(lifetime) = borrow::first(ty) {
        diag.error(
            lifetime,
            "an argument comes from the model, and must own all that is in it",
            "write an owned type, such as `String` or `Vec<String>`",
        );
    }
    let options = arg_options(&parameter.attrs, diag);
    let own = name(&parameter.pat, diag)?;
    let own = LitStr::new(&own.unraw().to_string(), own.span());
    Some(Parameter::Argument(Box::new(Argument {
        name: options.string("rename", diag).unwrap_or(own),
        ty: ty.clone(),
        description: docs::text(&parameter.attrs),
        default: default(&options, ty),
        header: options.string("header", diag),
    })))
}

/// The value of `default = …`, or that of the type for a bare `default`.
fn default(options: &List, ty: &Type) -> Option<Expr> {
    let entry = options.entry("default")?;
    let at = entry.name.span();
    let of_type = || {
        let path = quote::quote_spanned!(at=> <#ty as ::core::default::Default>::default());
        Expr::Verbatim(path)
    };
    Some(entry.value.clone().unwrap_or_else(of_type))
}

fn arg_options(attributes: &[Attribute], diag: &mut Diagnostics) -> List {
    let mut options = attributes.iter().filter(|attribute| is_arg(attribute));
    let known = ["default", "rename", "header"];
    let first = match options.next() {
        Some(first) => List::of(first, &known, diag),
        None => List::read(quote!(), &known, diag),
    };
    for second in options {
        diag.error(second, "a parameter has one `#[arg]`", "put all options into the first");
    }
    first
}

fn name(pattern: &Pat, diag: &mut Diagnostics) -> Option<Ident> {
    if let Pat::Ident(PatIdent { ident, by_ref: None, subpat: None, .. }) = pattern {
        return Some(ident.clone());
    }
    diag.error(
        pattern,
        "an argument needs a name: the model sends it by name",
        "give it one here, and take it apart with a `let` in the body",
    );
    None
}

/// A type without the parentheses and invisible delimiters around it.
fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

fn is_call(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Context"),
        _ => false,
    }
}

fn no_impl(bounds: &TypeImplTrait, diag: &mut Diagnostics) {
    diag.error(
        bounds,
        "a parameter of a handler has one type, and `impl Trait` stands for many",
        "name the type, or take shared state as `&dyn Trait`",
    );
}

fn no_cfg(attributes: &[Attribute], diag: &mut Diagnostics) {
    let conditional = |attribute: &&Attribute| {
        attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
    };
    for attribute in attributes.iter().filter(conditional) {
        diag.error(
            attribute,
            "a parameter of a handler cannot be conditional",
            "write two handlers, each with its `#[cfg]`",
        );
    }
}

fn no_argument(attributes: &[Attribute], diag: &mut Diagnostics) {
    for attribute in attributes.iter().filter(|attribute| is_arg(attribute)) {
        diag.error(
            attribute,
            "this parameter is asked for, and is no argument",
            "remove `#[arg]`, or the attribute that asks",
        );
    }
}

fn own_attributes_only(attributes: &[Attribute], pattern: &Pat, diag: &mut Diagnostics) {
    let pattern = pattern.to_token_stream();
    for attribute in attributes.iter().filter(|attribute| is_arg(attribute)) {
        diag.error(
            attribute,
            "this parameter is borrowed, so it is not an argument that the model sends",
            format_args!("remove `#[arg]`, or own it: `{pattern}: T`"),
        );
    }
    for attribute in attributes.iter().filter(|attribute| ask::asks(attribute)) {
        diag.error(
            attribute,
            "this parameter is borrowed, so it is not for anyone to answer",
            format_args!("own what is asked for: `{pattern}: T`"),
        );
    }
}
