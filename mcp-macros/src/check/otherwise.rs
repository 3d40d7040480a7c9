//! `otherwise = …` is evaluated away from its place, so it cannot leave it.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    ExprAsync, ExprAwait, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprReturn,
    ExprTry, ExprWhile, Item,
};

use crate::diag::Diagnostics;
use crate::model::ask::Ask;

pub(super) fn stays_an_expression(ask: &Ask, diag: &mut Diagnostics) {
    if let Some(otherwise) = &ask.otherwise {
        Exits { loops: 0, diag }.visit_expr(otherwise);
    }
}

struct Exits<'diag> {
    /// How many loops of the expression are around: what leaves one of these stays inside.
    loops: usize,
    diag: &'diag mut Diagnostics,
}

impl Exits<'_> {
    fn report(&mut self, at: impl ToTokens, what: &str) {
        self.diag.error(
            at,
            format_args!("`otherwise` is a value, and {what} would leave it"),
            "ask for an `Option` or a `Result`, and decide below the `let`",
        );
    }

    fn jump(&mut self, at: TokenStream, labelled: bool, what: &str) {
        if labelled || self.loops == 0 {
            self.report(at, what);
        }
    }

    fn within_loop(&mut self, visit: impl FnOnce(&mut Self)) {
        self.loops += 1;
        visit(self);
        self.loops -= 1;
    }
}

impl<'ast> Visit<'ast> for Exits<'_> {
    fn visit_expr_try(&mut self, expression: &'ast ExprTry) {
        self.report(expression.question_token, "`?`");
        visit::visit_expr_try(self, expression);
    }

    fn visit_expr_return(&mut self, expression: &'ast ExprReturn) {
        self.report(expression, "`return`");
        visit::visit_expr_return(self, expression);
    }

    fn visit_expr_await(&mut self, expression: &'ast ExprAwait) {
        self.report(expression.await_token, "`.await`");
        visit::visit_expr_await(self, expression);
    }

    fn visit_expr_break(&mut self, expression: &'ast ExprBreak) {
        self.jump(expression.to_token_stream(), expression.label.is_some(), "`break`");
        visit::visit_expr_break(self, expression);
    }

    fn visit_expr_continue(&mut self, expression: &'ast ExprContinue) {
        self.jump(expression.to_token_stream(), expression.label.is_some(), "`continue`");
    }

    fn visit_expr_loop(&mut self, expression: &'ast ExprLoop) {
        self.within_loop(|exits| visit::visit_expr_loop(exits, expression));
    }

    fn visit_expr_while(&mut self, expression: &'ast ExprWhile) {
        self.within_loop(|exits| visit::visit_expr_while(exits, expression));
    }

    fn visit_expr_for_loop(&mut self, expression: &'ast ExprForLoop) {
        self.within_loop(|exits| visit::visit_expr_for_loop(exits, expression));
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}
