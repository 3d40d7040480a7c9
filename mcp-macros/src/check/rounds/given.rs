//! What is given the call, and so may ask.

use std::collections::HashMap;

use proc_macro2::Span;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprAsync, ExprAwait, ExprCall, ExprClosure, ExprLit, ExprMethodCall, ExprParen,
    ExprPath, ExprReference, ExprUnary, FnArg, Ident, Item, Lit, Local, Macro,
};

use super::source;
use crate::check::inputs;
use crate::model::ask;
use crate::model::parameter::Parameter;
use crate::model::tool::Tool;
use crate::parse::list::ungrouped;

/// The methods of the call that cannot ask.
const NEVER_ASK: [&str; 14] = [
    "cancelled",
    "client",
    "idempotency_key",
    "input",
    "log",
    "now",
    "page_token",
    "principal",
    "progress",
    "random",
    "revision",
    "state",
    "supports",
    "uuid",
];

/// What waiting for an expression does with the call.
#[derive(Clone)]
pub(in crate::check) enum Use {
    /// It may ask; with what messages call it.
    Asks(String),
    /// It is recorded, or nothing that could be.
    Fine,
    /// It has nothing to do with the call.
    None,
}

/// The variables by which a handler knows its call, and those that hold what was asked and not yet waited for.
pub(in crate::check) struct Calls {
    names: HashMap<String, Meaning>,
}

enum Meaning {
    Call,
    Future(Use),
}

impl Calls {
    /// Those of a handler: its parameters, and the `let`s of its body.
    pub(in crate::check) fn of(tool: &Tool) -> Self {
        let mut names = HashMap::new();
        for (input, meaning) in tool.function.sig.inputs.iter().zip(&tool.parameters) {
            if let (FnArg::Typed(typed), Parameter::Call) = (input, meaning)
                && let Some(name) = ask::variable(&typed.pat)
            {
                names.insert(name.to_string(), Meaning::Call);
            }
        }
        let mut calls = Self { names };
        calls.follow(&tool.function.block);
        calls
    }

    /// Adds the variables that stand for the call, or for something to wait for.
    fn follow(&mut self, body: &Block) {
        if !self.names.is_empty() {
            Lets(self).visit_block(body);
        }
    }

    /// Whether an expression is the call itself, under whatever prefix.
    pub(in crate::check) fn is_call(&self, expression: &Expr) -> bool {
        match ungrouped(expression) {
            Expr::Paren(ExprParen { expr, .. })
            | Expr::Reference(ExprReference { expr, .. })
            | Expr::Unary(ExprUnary { expr, .. }) => self.is_call(expr),
            Expr::MethodCall(call) => call.method == "scope" && self.is_call(&call.receiver),
            Expr::Path(path) => self.means_call(path),
            _ => false,
        }
    }

    /// What happens when `expression` is waited for.
    pub(super) fn used_by(&self, expression: &Expr) -> Use {
        if let Some(known) = self.future(expression) {
            return known;
        }
        let mut scan = Scan { calls: self, key: None, around: None, deferred: 0, used: Use::None };
        scan.visit_expr(expression);
        scan.used
    }

    /// Whether tokens that are no expression name the call.
    pub(super) fn is_named_in(&self, mac: &Macro) -> bool {
        let is_call =
            |name: &Ident| matches!(self.names.get(&name.to_string()), Some(Meaning::Call));
        inputs::mentions(&mac.tokens, &is_call)
    }

    /// What a variable holds that is waited for.
    fn future(&self, expression: &Expr) -> Option<Use> {
        match ungrouped(expression) {
            Expr::Paren(ExprParen { expr, .. }) | Expr::Reference(ExprReference { expr, .. }) => {
                self.future(expr)
            }
            Expr::Path(ExprPath { path, .. }) => {
                match self.names.get(&path.get_ident()?.to_string())? {
                    Meaning::Future(known) => Some(known.clone()),
                    Meaning::Call => None,
                }
            }
            _ => None,
        }
    }

    fn means_call(&self, path: &ExprPath) -> bool {
        let name = path.path.get_ident().map(Ident::to_string);
        name.is_some_and(|name| matches!(self.names.get(&name), Some(Meaning::Call)))
    }
}

struct Lets<'calls>(&'calls mut Calls);

impl<'ast> Visit<'ast> for Lets<'_> {
    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let (Some(name), Some(init)) = (ask::variable(&local.pat), &local.init) else { return };
        let meaning = if self.0.is_call(&init.expr) {
            Meaning::Call
        } else {
            match self.0.used_by(&init.expr) {
                Use::None => return,
                used => Meaning::Future(used),
            }
        };
        self.0.names.insert(name.to_string(), meaning);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Looks through an expression for the call.
struct Scan<'calls> {
    calls: &'calls Calls,
    /// The key that a method further out gives.
    key: Option<String>,
    /// The function or method that the call would be an argument of.
    around: Option<String>,
    /// How many closures and `async` blocks are around: what waits in them has not waited yet.
    deferred: usize,
    used: Use,
}

impl Scan<'_> {
    fn asks(&mut self, ask: String) {
        if !matches!(self.used, Use::Asks(_)) {
            self.used = Use::Asks(ask);
        }
    }

    fn fine(&mut self) {
        if matches!(self.used, Use::None) {
            self.used = Use::Fine;
        }
    }

    /// A method of the call itself.
    fn method(&mut self, call: &ExprMethodCall) {
        let method = call.method.to_string();
        match method.as_str() {
            "cancelled" | "step" | "step_whole" => self.fine(),
            _ if NEVER_ASK.contains(&method.as_str()) => self.arguments(call),
            "scope" => self.is_given(source::start(&call.receiver)),
            _ => {
                let at = call.method.span();
                let name = source::callee(&call.receiver);
                self.asks(match &self.key {
                    Some(key) => source::by_key(key, at),
                    None => source::by_text(&format!("{name}.{method}(…)"), at),
                });
            }
        }
    }

    fn arguments(&mut self, call: &ExprMethodCall) {
        let around = self.around.replace(format!("{}(…)", call.method));
        for argument in &call.args {
            self.visit_expr(argument);
        }
        self.around = around;
    }

    /// The call stands where it is not asked with.
    fn is_given(&mut self, at: Span) {
        let around = self.around.as_deref().unwrap_or("…");
        self.asks(source::by_what_is_given(around, at));
    }

    fn deferred(&mut self, visit: impl FnOnce(&mut Self)) {
        self.deferred += 1;
        visit(self);
        self.deferred -= 1;
    }
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_expr_await(&mut self, expression: &'ast ExprAwait) {
        // What was waited for is a value by now.
        if self.deferred > 0 {
            visit::visit_expr_await(self, expression);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.calls.is_call(&call.receiver) {
            return self.method(call);
        }
        let key = self.key.clone();
        if call.method == "key"
            && let Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) = call.args.first()
        {
            self.key = Some(text.value());
        }
        self.visit_expr(&call.receiver);
        self.key = key;
        self.arguments(call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        self.visit_expr(&call.func);
        let around = self.around.replace(format!("{}(…)", source::callee(&call.func)));
        for argument in &call.args {
            self.visit_expr(argument);
        }
        self.around = around;
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if self.calls.means_call(path) {
            self.is_given(source::start(path));
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.deferred(|scan| visit::visit_expr_closure(scan, closure));
    }

    fn visit_expr_async(&mut self, block: &'ast ExprAsync) {
        self.deferred(|scan| visit::visit_expr_async(scan, block));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match inputs::expressions(mac) {
            Some(expressions) => {
                let around = self.around.replace(format!("{}!(…)", source::path(&mac.path)));
                for expression in &expressions {
                    self.visit_expr(expression);
                }
                self.around = around;
            }
            None if self.calls.is_named_in(mac) => {
                let text = format!("{}!(…)", source::path(&mac.path));
                self.asks(source::by_what_is_given(&text, source::start(&mac.path)));
            }
            None => {}
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}
