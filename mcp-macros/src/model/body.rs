//! Where asks may stand: the statements of the handler's own body, and of every block in it.

use syn::visit::{self, Visit};
use syn::{Block, ExprAsync, ExprClosure, ExprConst, Item, Local};

use super::ask;

/// The `let`s of the handler's own body that ask, in order of appearance.
///
/// Closures, `async` blocks, `const` blocks and nested items are other bodies; what stands there is
/// for the check of places to report. The emitter walks in the same order and leaves out the same.
pub(crate) fn asks(block: &Block) -> Vec<&Local> {
    let mut walk = Walk { asks: Vec::new() };
    walk.visit_block(block);
    walk.asks
}

struct Walk<'ast> {
    asks: Vec<&'ast Local>,
}

impl<'ast> Visit<'ast> for Walk<'ast> {
    fn visit_local(&mut self, local: &'ast Local) {
        if ask::is_ask(&local.attrs) {
            self.asks.push(local);
        } else {
            visit::visit_local(self, local);
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}
