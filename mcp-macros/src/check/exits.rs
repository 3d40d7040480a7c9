//! What would leave an expression before it has a value.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprAsync, ExprBlock, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop,
    ExprReturn, ExprTry, ExprWhile, Item, Label, Lifetime, Macro,
};

use super::inputs;

/// The `?`, `return`, `break` and `continue` that would leave `expression`, each with its name.
pub(super) fn of(expression: &Expr) -> Vec<(TokenStream, &'static str)> {
    let mut exits = Exits::default();
    exits.visit_expr(expression);
    exits.found
}

#[derive(Default)]
struct Exits {
    /// How many loops of the expression are around: what leaves one of these stays inside.
    loops: usize,
    /// The labels of the expression that are around.
    labels: Vec<String>,
    found: Vec<(TokenStream, &'static str)>,
}

impl Exits {
    fn jump(&mut self, at: &dyn ToTokens, label: Option<&Lifetime>, what: &'static str) {
        let stays = match label {
            None => self.loops > 0,
            Some(label) => self.labels.contains(&label.ident.to_string()),
        };
        if !stays {
            self.found.push((at.to_token_stream(), what));
        }
    }

    fn within(&mut self, label: Option<&Label>, loops: usize, visit: impl FnOnce(&mut Self)) {
        let around = self.labels.len();
        self.labels.extend(label.map(|label| label.name.ident.to_string()));
        self.loops += loops;
        visit(self);
        self.loops -= loops;
        self.labels.truncate(around);
    }
}

impl<'ast> Visit<'ast> for Exits {
    fn visit_expr_try(&mut self, expression: &'ast ExprTry) {
        visit::visit_expr_try(self, expression);
        self.found.push((expression.question_token.to_token_stream(), "`?`"));
    }

    fn visit_expr_return(&mut self, expression: &'ast ExprReturn) {
        self.found.push((expression.to_token_stream(), "`return`"));
        visit::visit_expr_return(self, expression);
    }

    fn visit_expr_break(&mut self, expression: &'ast ExprBreak) {
        self.jump(expression, expression.label.as_ref(), "`break`");
        visit::visit_expr_break(self, expression);
    }

    fn visit_expr_continue(&mut self, expression: &'ast ExprContinue) {
        self.jump(expression, expression.label.as_ref(), "`continue`");
    }

    fn visit_expr_block(&mut self, block: &'ast ExprBlock) {
        self.within(block.label.as_ref(), 0, |exits| visit::visit_expr_block(exits, block));
    }

    fn visit_expr_loop(&mut self, one: &'ast ExprLoop) {
        self.within(one.label.as_ref(), 1, |exits| visit::visit_expr_loop(exits, one));
    }

    fn visit_expr_while(&mut self, one: &'ast ExprWhile) {
        self.within(one.label.as_ref(), 1, |exits| visit::visit_expr_while(exits, one));
    }

    fn visit_expr_for_loop(&mut self, one: &'ast ExprForLoop) {
        self.visit_expr(&one.expr);
        self.within(one.label.as_ref(), 1, |exits| exits.visit_block(&one.body));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        for expression in inputs::expressions(mac).unwrap_or_default() {
            let mut inner =
                Self { loops: self.loops, labels: self.labels.clone(), found: Vec::new() };
            inner.visit_expr(&expression);
            self.found.append(&mut inner.found);
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}
