//! Walks a body backwards, from what comes last to what comes first, with the ask that comes next.

use std::rc::Rc;

use quote::quote;
use syn::{
    Block, Expr, ExprAsync, ExprAwait, ExprIf, ExprMatch, Label, Lifetime, Local, Pat, Stmt,
};

use super::given::{Calls, Use};
use super::report::{Around, Report};
use super::{operands, source};
use crate::model::body::{self, Found};
use crate::model::mark;
use crate::model::point::Point;
use crate::model::tool::Tool;

/// The first ask on some way from here, as messages call it.
pub(super) type Next = Option<Rc<str>>;

/// The walk. Its methods get what comes after a part of the body, and return what comes from its beginning on.
pub(super) struct Flow<'a> {
    pub(super) calls: &'a Calls,
    pub(super) report: Report,
    /// The `let`s that ask.
    asks: Vec<(&'a Local, Rc<str>)>,
    /// The loops and labelled blocks around, outermost first.
    targets: Vec<Target>,
    /// Where `return` leads: to no ask, or behind the `async` block around.
    returns: Next,
    /// What comes after an `async` block that is waited for where it stands.
    pub(super) beyond: Option<Next>,
}

/// What `break` and `continue` leave.
struct Target {
    label: Option<String>,
    after: Next,
    is_loop: bool,
    /// Where `continue` leads.
    again: Next,
}

/// What comes before the body of a loop, given what comes in it.
type Head<'h> = &'h dyn Fn(&mut Flow<'_>, Next) -> Next;

impl<'a> Flow<'a> {
    pub(super) fn of(tool: &'a Tool, calls: &'a Calls) -> Self {
        let found = body::points(&tool.function.block).into_iter().zip(&tool.points);
        let asks = found.filter_map(|(found, point)| match (found, point) {
            (Found::Ask(local), Point::Ask(ask)) => Some((local, source::of_attribute(ask).into())),
            _ => None,
        });
        let (asks, report) = (asks.collect(), Report::default());
        Self { calls, report, asks, targets: Vec::new(), returns: None, beyond: None }
    }

    pub(super) fn block(&mut self, block: &Block, after: Next) -> Next {
        block.stmts.iter().rev().fold(after, |after, statement| self.statement(statement, after))
    }

    fn statement(&mut self, statement: &Stmt, after: Next) -> Next {
        if let Stmt::Local(local) = statement
            && let Some((_, ask)) = self.asks.iter().find(|(ask, _)| std::ptr::eq(*ask, local))
        {
            return Some(Rc::clone(ask));
        }
        if mark::is_step_statement(statement) {
            let diverge = body::diverge(statement).and_then(|block| self.expression(block, None));
            return diverge.or(after);
        }
        let around = self.report.enter(Around::of(statement));
        let next = match statement {
            Stmt::Expr(expression, _) => self.expression(expression, after),
            Stmt::Item(_) => after,
            Stmt::Local(local) => self.local(local, after),
            Stmt::Macro(mac) => self.input(&mac.mac, after),
        };
        self.report.leave(around);
        next
    }

    fn local(&mut self, local: &Local, after: Next) -> Next {
        let Some(init) = &local.init else { return after };
        let diverge = init.diverge.as_ref().and_then(|(_, block)| self.expression(block, None));
        self.expression(&init.expr, after.or(diverge))
    }

    /// Expressions one after the other.
    pub(super) fn each<'e, I>(&mut self, expressions: I, after: Next) -> Next
    where
        I: IntoIterator<Item = &'e Expr, IntoIter: DoubleEndedIterator>,
    {
        let expressions = expressions.into_iter().rev();
        expressions.fold(after, |after, expression| self.expression(expression, after))
    }

    pub(super) fn expression(&mut self, expression: &Expr, after: Next) -> Next {
        match expression {
            Expr::Async(block) => self.asynchronous(block, after),
            Expr::Await(wait) => self.wait(wait, after),
            Expr::Binary(binary) if operands::is_short_circuit(binary.op) => {
                let right = self.expression(&binary.right, after.clone());
                self.expression(&binary.left, right.or(after))
            }
            Expr::Block(block) => self.labelled(block.label.as_ref(), &block.block, after),
            Expr::Break(jump) => {
                let after =
                    self.target(jump.label.as_ref()).and_then(|target| target.after.clone());
                self.each(jump.expr.as_deref(), after)
            }
            Expr::Continue(jump) => {
                self.target(jump.label.as_ref()).and_then(|target| target.again.clone())
            }
            Expr::ForLoop(one) => {
                let head = self.repeated(one.label.as_ref(), &one.body, &after, &|_, body| {
                    body.or(after.clone())
                });
                self.expression(&one.expr, head)
            }
            Expr::If(branch) => self.branch(branch, after),
            Expr::Loop(one) => {
                self.repeated(one.label.as_ref(), &one.body, &after, &|_, body| body)
            }
            Expr::Macro(mac) => self.input(&mac.mac, after),
            Expr::Match(choice) => self.choice(choice, &after),
            Expr::Return(leave) => {
                let after = self.returns.clone();
                self.each(leave.expr.as_deref(), after)
            }
            Expr::Unsafe(block) => self.block(&block.block, after),
            Expr::While(one) => {
                self.repeated(one.label.as_ref(), &one.body, &after, &|flow, body| {
                    flow.expression(&one.cond, body.or(after.clone()))
                })
            }
            other => self.each(operands::of(other), after),
        }
    }

    fn wait(&mut self, wait: &ExprAwait, after: Next) -> Next {
        let ExprAwait { base, dot_token, await_token, .. } = wait;
        let next = match self.calls.used_by(base) {
            Use::Asks(ask) => Some(ask.into()),
            Use::Fine => after.clone(),
            Use::None => {
                if let Some(ask) = &after {
                    self.report.runs_again(&quote!(#dot_token #await_token), ask);
                }
                after.clone()
            }
        };
        self.waited_for(after, |flow| flow.expression(base, next))
    }

    /// Goes through something whose `async` blocks are waited for where they stand.
    pub(super) fn waited_for(&mut self, after: Next, go: impl FnOnce(&mut Self) -> Next) -> Next {
        let beyond = self.beyond.replace(after);
        let next = go(self);
        self.beyond = beyond;
        next
    }

    fn asynchronous(&mut self, block: &ExprAsync, after: Next) -> Next {
        let Some(beyond) = self.beyond.clone() else { return after };
        let Use::Asks(_) = self.calls.used_by(&Expr::Async(block.clone())) else { return after };
        self.beyond = None;
        let targets = std::mem::take(&mut self.targets);
        let returns = std::mem::replace(&mut self.returns, beyond.clone());
        self.report.enter_async();
        let next = self.block(&block.block, beyond.clone());
        self.report.leave_async();
        (self.targets, self.returns, self.beyond) = (targets, returns, Some(beyond));
        next.or(after)
    }

    fn branch(&mut self, branch: &ExprIf, after: Next) -> Next {
        let otherwise = match &branch.else_branch {
            Some((_, otherwise)) => self.expression(otherwise, after.clone()),
            None => after.clone(),
        };
        let then = self.block(&branch.then_branch, after);
        self.expression(&branch.cond, then.or(otherwise))
    }

    fn choice(&mut self, choice: &ExprMatch, after: &Next) -> Next {
        let next = choice.arms.iter().rev().fold(None, |later: Next, arm| {
            let next = self.expression(&arm.body, after.clone()).or(later);
            match &arm.pat {
                Pat::Guard(guarded) => self.expression(&guarded.guard, next),
                _ => next,
            }
        });
        self.expression(&choice.expr, next)
    }

    fn labelled(&mut self, label: Option<&Label>, block: &Block, after: Next) -> Next {
        let Some(label) = label else { return self.block(block, after) };
        let label = Some(label.name.ident.to_string());
        self.targets.push(Target { label, after: after.clone(), is_loop: false, again: None });
        let next = self.block(block, after);
        self.targets.pop();
        next
    }

    /// A loop. Its end leads to its head, and whatever the head leads to is also reached from the first time on: a
    /// silent walk finds that, and a second one knows what comes again.
    fn repeated(
        &mut self,
        label: Option<&Label>,
        body: &Block,
        after: &Next,
        head: Head<'_>,
    ) -> Next {
        self.report.silence();
        let first = self.once(label, body, after, None);
        let first = head(self, first);
        self.report.end_silence();
        if self.report.is_silent() {
            return first;
        }
        let again = self.once(label, body, after, first);
        head(self, again)
    }

    fn once(&mut self, label: Option<&Label>, body: &Block, after: &Next, again: Next) -> Next {
        let label = label.map(|label| label.name.ident.to_string());
        let target = Target { label, after: after.clone(), is_loop: true, again: again.clone() };
        self.targets.push(target);
        let next = self.block(body, again);
        self.targets.pop();
        next
    }

    fn target(&self, label: Option<&Lifetime>) -> Option<&Target> {
        self.targets.iter().rev().find(|target| match label {
            None => target.is_loop,
            Some(label) => target.label.as_ref().is_some_and(|name| label.ident == name),
        })
    }
}
