//! The input of a macro, read as what it most often is: expressions.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Pat, Token};

/// A branch of a `select!`.
pub(super) struct Branch {
    /// What is waited for; an `else` waits for nothing.
    pub(super) future: Option<Expr>,
    /// Whether it is waited for at all.
    pub(super) guard: Option<Expr>,
    pub(super) body: Expr,
}

/// The expressions in the input of a macro, if it is `a, b, …` or `a; n`.
pub(super) fn expressions(mac: &Macro) -> Option<Vec<Expr>> {
    let list = |input: ParseStream<'_>| Punctuated::<Expr, Token![,]>::parse_terminated(input);
    let times = |input: ParseStream<'_>| Punctuated::<Expr, Token![;]>::parse_terminated(input);
    let read = list.parse2(mac.tokens.clone()).map(|list| list.into_iter().collect());
    let read =
        read.or_else(|_| times.parse2(mac.tokens.clone()).map(|all| all.into_iter().collect()));
    read.ok()
}

/// The branches of a `select!`.
pub(super) fn branches(mac: &Macro) -> Option<Vec<Branch>> {
    every_branch.parse2(mac.tokens.clone()).ok()
}

fn every_branch(input: ParseStream<'_>) -> syn::Result<Vec<Branch>> {
    if input.fork().parse::<syn::Ident>().is_ok_and(|name| name == "biased")
        && input.peek2(Token![;])
    {
        input.parse::<syn::Ident>()?;
        input.parse::<Token![;]>()?;
    }
    let mut branches = Vec::new();
    while !input.is_empty() {
        branches.push(branch(input)?);
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(branches)
}

fn branch(input: ParseStream<'_>) -> syn::Result<Branch> {
    let waits_for_nothing = input.peek2(Token![=>]);
    let future = if waits_for_nothing {
        input.parse::<TokenTree>()?;
        None
    } else {
        Pat::parse_multi_with_leading_vert(input)?;
        input.parse::<Token![=]>()?;
        Some(input.parse::<Expr>()?)
    };
    let mut guard = None;
    if input.parse::<Option<Token![,]>>()?.is_some() {
        input.parse::<Token![if]>()?;
        guard = Some(input.parse::<Expr>()?);
    }
    input.parse::<Token![=>]>()?;
    Ok(Branch { future, guard, body: Expr::parse_with_earlier_boundary_rule(input)? })
}

/// The first `.await` among tokens that are no list of expressions.
pub(super) fn first_await(tokens: &TokenStream) -> Option<TokenStream> {
    let mut dot = None;
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) if word == "await" && dot.is_some() => {
                return Some(quote!(#dot #word));
            }
            TokenTree::Punct(point) if point.as_char() == '.' => dot = Some(point),
            TokenTree::Group(group) => {
                let found = first_await(&group.stream());
                if found.is_some() {
                    return found;
                }
                dot = None;
            }
            _ => dot = None,
        }
    }
    None
}

/// Whether one of `names` occurs among tokens.
pub(super) fn mentions(tokens: &TokenStream, is_name: &dyn Fn(&syn::Ident) -> bool) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => is_name(&word),
        TokenTree::Group(group) => mentions(&group.stream(), is_name),
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    })
}
