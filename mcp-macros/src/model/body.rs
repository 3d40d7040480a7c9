//! Where asks and steps may stand: the statements of the handler's own body, and of every block in it.

use syn::visit::{self, Visit};
use syn::{Block, ExprAsync, ExprClosure, ExprConst, Item, Local, Stmt};

use super::{ask, mark};

/// A statement of the handler's own body that asks or is a step.
pub(crate) enum Found<'ast> {
    Ask(&'ast Local),
    Step(&'ast Stmt),
}

/// The statements of the handler's own body that ask or are steps, in order of appearance.
///
/// Closures, `async` blocks, `const` blocks, nested items and what a step does are other bodies; what
/// stands there is for the checks to report. The emitter walks in the same order and leaves out the
/// same.
pub(crate) fn points(block: &Block) -> Vec<Found<'_>> {
    let mut walk = Walk { found: Vec::new() };
    walk.visit_block(block);
    walk.found
}

struct Walk<'ast> {
    found: Vec<Found<'ast>>,
}

impl<'ast> Visit<'ast> for Walk<'ast> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Local(local) if ask::is_ask(&local.attrs) => self.found.push(Found::Ask(local)),
            _ if mark::is_step_statement(statement) => {
                self.found.push(Found::Step(statement));
                if let Some(diverge) = diverge(statement) {
                    self.visit_expr(diverge);
                }
            }
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// The block behind the `else` of a `let`.
pub(crate) fn diverge(statement: &Stmt) -> Option<&syn::Expr> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    init.diverge.as_ref().map(|(_, block)| &**block)
}
