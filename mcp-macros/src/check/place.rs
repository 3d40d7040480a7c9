//! Asks stand on `let`s of the handler's own body.

use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, ExprAsync, ExprClosure, ExprConst, Item, ItemEnum, ItemFn, ItemStruct, Local,
    Macro,
};

use crate::diag::Diagnostics;
use crate::model::ask;
use crate::parse::list::name_of;

/// In any other place rustc would say no more than that it knows no such attribute.
pub(super) fn asks_stand_on_lets_of_the_body(body: &Block, diag: &mut Diagnostics) {
    Places { within: None, diag }.visit_block(body);
}

struct Places<'diag> {
    /// What other body is around, and what to do about it.
    within: Option<(&'static str, &'static str)>,
    diag: &'diag mut Diagnostics,
}

impl Places<'_> {
    fn within(&mut self, place: (&'static str, &'static str), visit: impl FnOnce(&mut Self)) {
        let around = self.within.replace(place);
        visit(self);
        self.within = around;
    }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_local(&mut self, local: &'ast Local) {
        for attribute in &local.attrs {
            match self.within {
                Some((place, help)) if ask::asks(attribute) => self.diag.error(
                    attribute,
                    format_args!("{place} is not the body of the handler, and cannot ask"),
                    help,
                ),
                _ => {}
            }
        }
        visit::visit_pat(self, &local.pat);
        if let Some(init) = &local.init {
            visit::visit_local_init(self, init);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if ask::asks(attribute) {
            let name = name_of(attribute);
            self.diag.error(
                attribute,
                format_args!("`#[{name}]` stands on a `let` that binds the answer"),
                format_args!("write `#[{name}(…)] let answer: T;`"),
            );
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        const HELP: &str = "ask outside and use the answer in it, or ask by `cx.elicit(…)`";
        self.within(("a closure", HELP), |places| visit::visit_expr_closure(places, closure));
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        const HELP: &str = "ask outside and use the answer in it, or ask by `cx.elicit(…)`";
        self.within(("an `async` block", HELP), |places| visit::visit_expr_async(places, block));
    }

    fn visit_expr_const(&mut self, block: &'ast ExprConst) {
        const HELP: &str = "ask outside: a constant is known before anyone can be asked";
        self.within(("a `const` block", HELP), |places| visit::visit_expr_const(places, block));
    }

    fn visit_item(&mut self, item: &'ast Item) {
        const HELP: &str = "ask outside, or take `cx: &Context` and ask by `cx.elicit(…)`";
        self.within(("a nested item", HELP), |places| visit::visit_item(places, item));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(attribute) = ask::in_macro(&mac.tokens) {
            self.diag.error(
                attribute,
                "the input of a macro is not the body of the handler, and cannot ask",
                "ask outside and use the answer in it, or ask by `cx.elicit(…)`",
            );
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        let handler = |attribute: &Attribute| name_of(attribute).starts_with("mcp_");
        if !function.attrs.iter().any(handler) {
            const HELP: &str = "ask outside, or take `cx: &Context` and ask by `cx.elicit(…)`";
            self.within(("a nested `fn`", HELP), |places| visit::visit_item_fn(places, function));
        }
    }

    /// The attributes of a form's fields have the same names.
    fn visit_item_struct(&mut self, _: &'ast ItemStruct) {}

    fn visit_item_enum(&mut self, _: &'ast ItemEnum) {}
}
