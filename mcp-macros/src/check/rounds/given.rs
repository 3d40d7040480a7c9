//! What is given the call, and so may ask.

use std::collections::HashMap;

use proc_macro2::Span;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprAsync, ExprAwait, ExprCall, ExprClosure, ExprField, ExprForLoop, ExprLet,
    ExprLit, ExprMethodCall, ExprParen, ExprPath, ExprReference, ExprUnary, FnArg, Ident, Item,
    Lit, Local, Macro, Pat, PatIdent,
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
            Expr::Path(path) => self.held(path),
            _ => None,
        }
    }

    /// What a variable holds that was given the call.
    fn held(&self, path: &ExprPath) -> Option<Use> {
        match self.names.get(&path.path.get_ident()?.to_string())? {
            Meaning::Future(known) => Some(known.clone()),
            Meaning::Call => None,
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
        let Some(init) = &local.init else { return };
        let Some(name) = ask::variable(&local.pat) else {
            return self.holds(&local.pat, &init.expr);
        };
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

    fn visit_expr_let(&mut self, expression: &'ast ExprLet) {
        visit::visit_expr_let(self, expression);
        self.holds(&expression.pat, &expression.expr);
    }

    fn visit_expr_for_loop(&mut self, expression: &'ast ExprForLoop) {
        self.holds(&expression.pat, &expression.expr);
        visit::visit_expr_for_loop(self, expression);
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Lets<'_> {
    /// Every variable of a pattern may hold what its value was given.
    fn holds(&mut self, pattern: &Pat, value: &Expr) {
        // `join!` and its kin have waited by themselves: what comes of them are values.
        if matches!(ungrouped(value), Expr::Macro(_)) {
            return;
        }
        let used @ Use::Asks(_) = self.0.used_by(value) else { return };
        let mut variables = Variables(Vec::new());
        variables.visit_pat(pattern);
        for name in variables.0 {
            self.0.names.insert(name, Meaning::Future(used.clone()));
        }
    }
}

/// The variables that a pattern binds.
struct Variables(Vec<String>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.push(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
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

    /// What was given the call may ask by its own methods, or when it is called itself.
    fn of(&mut self, holder: &Expr) {
        let used = match ungrouped(holder) {
            Expr::Paren(ExprParen { expr, .. })
            | Expr::Reference(ExprReference { expr, .. })
            | Expr::Field(ExprField { base: expr, .. }) => return self.of(expr),
            Expr::Path(path) => self.calls.held(path),
            _ => None,
        };
        if let Some(Use::Asks(ask)) = used {
            self.asks(ask);
        }
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
        self.of(&call.receiver);
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
        self.of(&call.func);
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
