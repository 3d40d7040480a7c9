//! What kind of function can be a handler, and what its options may say.

use quote::quote;
use syn::visit::{self, Visit};
use syn::{
    ExprPath, FnArg, Lifetime, LitStr, Path, ReturnType, Safety, Signature, Type, TypeImplTrait,
};

use crate::diag::Diagnostics;

pub(super) fn is_async(signature: &Signature, diag: &mut Diagnostics) {
    if signature.asyncness.is_none() {
        let name = &signature.ident;
        diag.error(
            signature.fn_token,
            "a handler is an `async fn`",
            format_args!("write `async fn {name}`"),
        );
    }
}

pub(super) fn is_free(signature: &Signature, diag: &mut Diagnostics) {
    if let Some(receiver) = signature.receiver() {
        diag.error(
            receiver,
            "a handler is a free function, and has no `self`",
            "move it out of the `impl`, and take what it needs of `self` as state: `state: &T`",
        );
        return;
    }
    if let Some(path) = mentioned_self(signature) {
        diag.error(
            path,
            "a handler is a free function, and has no `Self`",
            "move it out of the `impl`, and name the type",
        );
    }
}

/// The first `Self` in the types of a signature.
pub(crate) fn mentioned_self(signature: &Signature) -> Option<&Path> {
    let mut mentions = MentionsSelf(None);
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input {
            mentions.visit_type(&typed.ty);
        }
    }
    mentions.visit_return_type(&signature.output);
    mentions.0
}

struct MentionsSelf<'ast>(Option<&'ast Path>);

impl<'ast> Visit<'ast> for MentionsSelf<'ast> {
    fn visit_path(&mut self, path: &'ast Path) {
        if path.segments.first().is_some_and(|first| first.ident == "Self") {
            self.0.get_or_insert(path);
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_path(&mut self, _: &'ast ExprPath) {}
}

/// A generic function is many functions, and a tool is one.
pub(super) fn is_one_function(signature: &Signature, diag: &mut Diagnostics) {
    let generics = &signature.generics;
    if !generics.params.is_empty() {
        let lifetimes_only = generics.lifetimes().count() == generics.params.len();
        let help = if lifetimes_only {
            "leave lifetimes out: what a handler borrows, it borrows for the call"
        } else {
            "write a handler for each type, and let them call the generic function"
        };
        diag.error(&generics.params, "a handler has no generic parameters", help);
    }
    if let Some(clause) = &generics.where_clause {
        diag.error(
            clause,
            "a handler has no `where` clause",
            "remove it: there is nothing generic to bound",
        );
    }
}

pub(super) fn borrows_for_the_call(signature: &Signature, diag: &mut Diagnostics) {
    let declared = |name: &Lifetime| {
        signature.generics.lifetimes().any(|parameter| parameter.lifetime == *name)
    };
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input
            && let Type::Reference(reference) = &*typed.ty
            && let Some(lifetime) = &reference.lifetime
            && lifetime.ident != "_"
            && !declared(lifetime)
        {
            diag.error(
                lifetime,
                "what a handler borrows, it borrows for the call",
                "leave the lifetime out: `&T`",
            );
        }
    }
}

pub(super) fn is_plain(signature: &Signature, diag: &mut Diagnostics) {
    let mut plain = |at: proc_macro2::TokenStream, what: &str| {
        diag.error(
            at,
            format_args!("a handler is a plain `async fn`, not {what}"),
            "remove it, or call the function from a plain handler",
        );
    };
    if let Some(constness) = &signature.constness {
        plain(quote!(#constness), "a `const` one");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        plain(quote!(#token), "an `unsafe` one");
    }
    if let Some(abi) = &signature.abi {
        plain(quote!(#abi), "an `extern` one");
    }
    if let Some(variadic) = &signature.variadic {
        plain(quote!(#variadic), "a variadic one");
    }
}

pub(super) fn returns_a_type(signature: &Signature, diag: &mut Diagnostics) {
    let ReturnType::Type(_, ty) = &signature.output else { return };
    let mut hidden = Hidden(None);
    hidden.visit_type(ty);
    if let Some(bounds) = hidden.0 {
        diag.error(
            bounds,
            "the output of a tool is described by its type, and `impl Trait` hides it",
            "name the type, such as `String`, `Json<T>` or `ToolResult`",
        );
    }
}

struct Hidden<'ast>(Option<&'ast TypeImplTrait>);

impl<'ast> Visit<'ast> for Hidden<'ast> {
    fn visit_type(&mut self, ty: &'ast Type) {
        if let Type::ImplTrait(bounds) = ty {
            self.0.get_or_insert(bounds);
        }
        visit::visit_type(self, ty);
    }
}

pub(super) fn has_a_name_for_the_wire(name: &LitStr, diag: &mut Diagnostics) {
    let written = name.value();
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    if !(1..=128).contains(&written.len()) {
        diag.error(
            name,
            format_args!(
                "the name of a tool has 1 to 128 characters, and this has {}",
                written.len()
            ),
            "write another: `name = \"…\"`",
        );
    } else if let Some(letter) = written.chars().find(|letter| !allowed(*letter)) {
        diag.error(
            name,
            format_args!("the name of a tool cannot have `{}` in it", letter.escape_debug()),
            "write another of `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`: `name = \"…\"`",
        );
    }
}
