//! Asks stand on `let`s, and steps on statements, of the handler's own body.

use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, ExprAsync, ExprClosure, ExprConst, Item, ItemEnum, ItemFn, ItemStruct, Macro,
    Stmt,
};

use crate::diag::Diagnostics;
use crate::model::{ask, mark};
use crate::parse::list::name_of;

/// In any other place rustc would say no more than that it knows no such attribute.
pub(super) fn attributes_stand_on_statements_of_the_body(body: &Block, diag: &mut Diagnostics) {
    Places { within: None, in_front: Vec::new(), diag }.visit_block(body);
}

/// What is no part of the handler's own body, and what to do about it.
#[derive(Clone, Copy)]
struct Place {
    what: &'static str,
    instead_of_an_ask: &'static str,
    instead_of_a_step: &'static str,
    /// Whether its statements can still say that they are done again.
    repeats: bool,
}

const CLOSURE: Place = Place { what: "a closure", ..ASYNC };
const ASYNC: Place = Place {
    what: "an `async` block",
    instead_of_an_ask: "ask outside and use the answer in it, or ask by `cx.elicit(…)`",
    instead_of_a_step: "put `#[step]` in front of the statement around it, or write `cx.step(\"…\", async { … })`",
    repeats: true,
};
const CONST: Place = Place {
    what: "a `const` block",
    instead_of_an_ask: "ask outside: a constant is known before anyone can be asked",
    instead_of_a_step: "remove `#[step]`: a constant is the same in every round",
    repeats: false,
};
const ITEM: Place = Place { what: "a nested item", ..FUNCTION };
const FUNCTION: Place = Place {
    what: "a nested `fn`",
    instead_of_an_ask: "ask outside, or take `cx: &Context` and ask by `cx.elicit(…)`",
    instead_of_a_step: "put `#[step]` in front of the call, or take `cx: &Context` and write `cx.step(\"…\", async { … })`",
    repeats: false,
};
const MACRO: Place = Place {
    what: "the input of a macro",
    instead_of_a_step: "put `#[step]` in front of the macro, or write `cx.step(\"…\", async { … })`",
    ..ASYNC
};

struct Places<'ast, 'diag> {
    /// What other body is around.
    within: Option<Place>,
    /// The attributes that stand in front of statements.
    in_front: Vec<&'ast Attribute>,
    diag: &'diag mut Diagnostics,
}

impl Places<'_, '_> {
    fn within(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let around = self.within.replace(place);
        visit(self);
        self.within = around;
    }

    /// Reports an attribute on a statement of another body.
    fn elsewhere(&mut self, attribute: &Attribute, place: Place) {
        let what = place.what;
        if ask::asks(attribute) {
            self.diag.error(
                attribute,
                format_args!("{what} is not the body of the handler, and cannot ask"),
                place.instead_of_an_ask,
            );
        } else if mark::is_step(attribute) {
            self.diag.error(
                attribute,
                format_args!("{what} is not the body of the handler, and has no steps"),
                place.instead_of_a_step,
            );
        } else if mark::is_repeat(attribute) && !place.repeats {
            self.diag.error(
                attribute,
                format_args!("{what} is not the body of the handler, and is not checked"),
                "remove `#[repeat]`, or put it in front of a statement of the handler",
            );
        }
    }
}

impl<'ast> Visit<'ast> for Places<'ast, '_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let is_let = matches!(statement, Stmt::Local(_));
        for attribute in mark::attributes(statement) {
            if mark::marks(attribute) || (is_let && ask::asks(attribute)) {
                self.in_front.push(attribute);
                if let Some(place) = self.within {
                    self.elsewhere(attribute, place);
                }
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if self.in_front.iter().any(|known| std::ptr::eq(*known, attribute)) {
            return;
        }
        let name = name_of(attribute);
        if ask::asks(attribute) {
            self.diag.error(
                attribute,
                format_args!("`#[{name}]` stands on a `let` that binds the answer"),
                format_args!("write `#[{name}(…)] let answer: T;`"),
            );
        } else if mark::marks(attribute) {
            self.diag.error(
                attribute,
                format_args!("`#[{name}]` stands in front of a `let` or an expression statement"),
                format_args!("put it in front of the statement: `#[{name}] let value = …;`"),
            );
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.within(CLOSURE, |places| visit::visit_expr_closure(places, closure));
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        self.within(ASYNC, |places| visit::visit_expr_async(places, block));
    }

    fn visit_expr_const(&mut self, block: &'ast ExprConst) {
        self.within(CONST, |places| visit::visit_expr_const(places, block));
    }

    fn visit_item(&mut self, item: &'ast Item) {
        self.within(ITEM, |places| visit::visit_item(places, item));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let what = MACRO.what;
        if let Some(attribute) = ask::in_macro(&mac.tokens) {
            self.diag.error(
                attribute,
                format_args!("{what} is not the body of the handler, and cannot ask"),
                MACRO.instead_of_an_ask,
            );
        }
        if let Some(attribute) = mark::in_macro(&mac.tokens) {
            self.diag.error(
                attribute,
                format_args!("{what} is not the body of the handler, and has no steps"),
                MACRO.instead_of_a_step,
            );
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        let handler = |attribute: &Attribute| name_of(attribute).starts_with("mcp_");
        if !function.attrs.iter().any(handler) {
            self.within(FUNCTION, |places| visit::visit_item_fn(places, function));
        }
    }

    /// The attributes of a form's fields have the same names as those that ask.
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        marks_on_item(&item.attrs, self);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        marks_on_item(&item.attrs, self);
    }
}

fn marks_on_item<'ast>(attributes: &'ast [Attribute], places: &mut Places<'ast, '_>) {
    for attribute in attributes.iter().filter(|attribute| mark::marks(attribute)) {
        places.visit_attribute(attribute);
    }
}
