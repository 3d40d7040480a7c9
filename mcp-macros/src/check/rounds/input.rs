//! The inputs of macros: some wait, some never come back, and most evaluate a list of expressions.

use quote::ToTokens;
use syn::{Expr, Macro};

use super::flow::{Flow, Next};
use super::given::Use;
use super::source;
use crate::check::inputs;

/// Macros that wait for all their arguments.
const JOIN: [&str; 2] = ["join", "try_join"];
/// Macros that wait for the first of their branches.
const SELECT: [&str; 2] = ["select", "select_biased"];
/// Macros behind which nothing comes.
const DIVERGE: [&str; 5] = ["bail", "panic", "todo", "unimplemented", "unreachable"];

impl Flow<'_> {
    /// A macro where an expression or a statement is.
    pub(super) fn input(&mut self, mac: &Macro, after: Next) -> Next {
        let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let is = |names: &[&str]| names.contains(&name.as_str());
        if is(&SELECT)
            && let Some(branches) = inputs::branches(mac)
        {
            let bodies = branches.iter().rev().fold(None, |later: Next, branch| {
                self.expression(&branch.body, after.clone()).or(later)
            });
            let futures: Vec<_> =
                branches.iter().filter_map(|branch| branch.future.as_ref()).collect();
            let waited = self.at_once(mac, &futures, bodies);
            let guards = branches.iter().rev().filter_map(|branch| branch.guard.as_ref());
            return guards.fold(waited, |later, guard| self.expression(guard, later));
        }
        let after = if is(&DIVERGE) { None } else { after };
        match inputs::expressions(mac) {
            Some(futures) if is(&JOIN) => {
                self.at_once(mac, &futures.iter().collect::<Vec<_>>(), after)
            }
            Some(expressions) => self.each(&expressions, after),
            None => self.tokens(mac, after),
        }
    }

    /// Waits for several futures at once. What is no ask is dropped with the round, and so is done again.
    fn at_once(&mut self, mac: &Macro, futures: &[&Expr], after: Next) -> Next {
        let uses: Vec<_> = futures.iter().map(|future| self.calls.used_by(future)).collect();
        let ask: Next = uses.iter().find_map(|used| match used {
            Use::Asks(ask) => Some(ask.as_str().into()),
            Use::Fine | Use::None => None,
        });
        if uses.iter().any(|used| matches!(used, Use::None)) {
            match (&ask, &after) {
                (Some(ask), _) => self.report.runs_beside(&mac.path, ask),
                (None, Some(ask)) => self.report.runs_again(&mac.path, ask),
                (None, None) => {}
            }
        }
        let next = ask.or_else(|| after.clone());
        self.waited_for(after, |flow| flow.each(futures.iter().copied(), next))
    }

    /// An input that is no list of expressions.
    fn tokens(&mut self, mac: &Macro, after: Next) -> Next {
        let Some(wait) = inputs::first_await(&mac.tokens) else { return after };
        if self.calls.is_named_in(mac) {
            let text = format!("{}!(…)", source::path(&mac.path));
            return Some(source::by_what_is_given(&text, source::start(&mac.path)).into());
        }
        if let Some(ask) = &after {
            self.report.runs_again(&wait.to_token_stream(), ask);
        }
        after
    }
}
