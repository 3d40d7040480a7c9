//! What a step does has a value, is done in one go, and asks nobody.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Expr, ExprAsync, ExprClosure, ExprConst, ExprField, ExprIndex, ExprMethodCall,
    ExprParen, ExprUnary, Item, Local, Macro, PatIdent, Stmt,
};

use super::rounds::given::Calls;
use super::{exits, inputs};
use crate::diag::Diagnostics;
use crate::model::step::Step;
use crate::model::{ask, borrow, mark};
use crate::parse::list::{name_of, ungrouped};

/// What is done stands in the expansion within a future of its own.
pub(super) fn is_left_at_its_end(step: &Step, diag: &mut Diagnostics) {
    for (at, what) in exits::of(&step.work) {
        let help = if what == "`?`" {
            "a `?` belongs at the end of the step, and there may be one: do what else can fail in a `let` above, or \
             with `and_then`"
        } else {
            "give the step a value, and decide in the statement below"
        };
        diag.error(
            at,
            format_args!("{what} would leave the step before its value is recorded"),
            help,
        );
    }
}

/// What a type that is left out borrows, rustc finds.
pub(super) fn owns_its_value(step: &Step, diag: &mut Diagnostics) {
    let ty = step.binding.as_ref().and_then(|binding| binding.ty.as_ref());
    if let Some(borrowed) = ty.and_then(borrow::any) {
        diag.error(
            borrowed,
            "the value of a step is carried to later rounds, where there is nothing that it could borrow from",
            "record what it borrows from, or an owned copy, such as a `String`",
        );
    }
}

/// A value that was recorded is all that the next round knows: it assigns nothing that is outside of it.
pub(super) fn is_no_assignment(step: &Step, diag: &mut Diagnostics) {
    let mut own = Own(Vec::new());
    own.visit_expr(&step.work);
    let mut assignments = Assignments { own: own.0, found: Vec::new() };
    assignments.visit_expr(&step.work);
    for (at, target) in assignments.found {
        let name = target.to_token_stream();
        diag.error(
            at,
            "an assignment is not done again when its step is recorded, and the next round misses it",
            format_args!("write `#[step] let value = …;`, and assign it below: `{name} = value;`"),
        );
    }
}

/// The variables that a step makes itself.
struct Own(Vec<String>);

impl<'ast> Visit<'ast> for Own {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.push(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}

/// What is assigned to variables that a step does not make itself.
struct Assignments<'ast> {
    own: Vec<String>,
    /// The assignments, and what each assigns to.
    found: Vec<(&'ast Expr, &'ast Expr)>,
}

impl Assignments<'_> {
    fn is_outside(&self, target: &Expr) -> bool {
        match ungrouped(target) {
            Expr::Field(ExprField { base: expr, .. })
            | Expr::Index(ExprIndex { expr, .. })
            | Expr::Paren(ExprParen { expr, .. })
            | Expr::Unary(ExprUnary { expr, .. }) => self.is_outside(expr),
            Expr::Path(path) => {
                path.path.get_ident().is_some_and(|name| !self.own.contains(&name.to_string()))
            }
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Assignments<'ast> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let target = match expression {
            Expr::Assign(assign) => Some(&*assign.left),
            Expr::Binary(binary) if is_assignment(binary.op) => Some(&*binary.left),
            _ => None,
        };
        match target {
            Some(target) if self.is_outside(target) => self.found.push((expression, target)),
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

fn is_assignment(operator: BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// An ask ends the round, and what is not over by then is not recorded.
pub(super) fn asks_nobody(step: &Step, calls: &Calls, diag: &mut Diagnostics) {
    Inside { step, calls, elsewhere: false, diag }.visit_expr(&step.work);
}

struct Inside<'a> {
    step: &'a Step,
    calls: &'a Calls,
    /// Whether a closure or an `async` block is around, where attributes have their own rule.
    elsewhere: bool,
    diag: &'a mut Diagnostics,
}

const ASKS: [&str; 7] =
    ["elicit", "elicit_url", "sample", "roots", "choose", "choose_many", "wait_until"];

impl Inside<'_> {
    fn attributes(&mut self, statement: &Stmt) {
        let name = self.step.name();
        let attributes = mark::attributes(statement);
        for asking in attributes.iter().filter(|attribute| ask::asks(attribute)) {
            let inner = inner_name(statement).unwrap_or_else(|| name_of(asking));
            self.diag.error(
                asking,
                format_args!(
                    "the ask `{inner}` stands inside the step `{name}`, which is done in one go"
                ),
                format_args!("ask above the step, and use the answer in it"),
            );
        }
        for inner in attributes.iter().filter(|attribute| mark::is_step(attribute)) {
            self.diag.error(
                inner,
                format_args!("this step stands inside the step `{name}`, which is recorded as one"),
                "remove one of the two, or let the steps follow each other",
            );
        }
    }

    fn elsewhere(&mut self, visit: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.elsewhere, true);
        visit(self);
        self.elsewhere = around;
    }
}

fn inner_name(statement: &Stmt) -> Option<String> {
    match statement {
        Stmt::Local(Local { pat, .. }) => Some(ask::variable(pat)?.to_string()),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Inside<'_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if !self.elsewhere {
            self.attributes(statement);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let method = &call.method;
        if self.calls.is_call(&call.receiver) && ASKS.iter().any(|ask| method == ask) {
            let name = self.step.name();
            self.diag.error(
                method,
                format_args!("`{method}` asks inside the step `{name}`, which is done in one go"),
                "ask above the step, and use the answer in it",
            );
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        for expression in inputs::expressions(mac).unwrap_or_default() {
            Inside { step: self.step, calls: self.calls, elsewhere: true, diag: self.diag }
                .visit_expr(&expression);
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.elsewhere(|inside| visit::visit_expr_closure(inside, closure));
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        self.elsewhere(|inside| visit::visit_expr_async(inside, block));
    }

    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}

    fn visit_item(&mut self, _: &'ast Item) {}
}
