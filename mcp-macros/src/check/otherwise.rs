//! `otherwise = …` is evaluated away from its place, so it cannot leave it.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprAsync, ExprAwait, ExprClosure, Item};

use super::exits;
use crate::diag::Diagnostics;
use crate::model::ask::Ask;

pub(super) fn stays_an_expression(ask: &Ask, diag: &mut Diagnostics) {
    let Some(otherwise) = &ask.otherwise else { return };
    for (at, what) in exits::of(otherwise).into_iter().chain(waits(otherwise)) {
        diag.error(
            at,
            format_args!("`otherwise` is a value, and {what} would leave it"),
            "ask for an `Option` or a `Result`, and decide below the `let`",
        );
    }
}

fn waits(otherwise: &Expr) -> Vec<(TokenStream, &'static str)> {
    let mut waits = Waits(Vec::new());
    waits.visit_expr(otherwise);
    waits.0
}

struct Waits(Vec<(TokenStream, &'static str)>);

impl<'ast> Visit<'ast> for Waits {
    fn visit_expr_await(&mut self, expression: &'ast ExprAwait) {
        self.0.push((expression.await_token.to_token_stream(), "`.await`"));
        visit::visit_expr_await(self, expression);
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}
