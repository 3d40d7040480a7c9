//! Reports what runs again, once a statement, with what can be done about that statement.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Stmt};

use crate::diag::Diagnostics;
use crate::model::{ask, mark};

/// Where mistakes go, and the statement that they are in.
#[derive(Default)]
pub(super) struct Report {
    /// Last things first, as the walk goes.
    found: Vec<Mistake>,
    around: Around,
    /// How many reasons there are to say nothing.
    silent: usize,
    /// How many `async` blocks are around, in which no attribute makes a step.
    asynchronous: usize,
}

struct Mistake {
    at: TokenStream,
    problem: String,
    help: &'static str,
}

/// A statement that something waits in.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    place: Place,
    repeated: bool,
    reported: bool,
}

#[derive(Clone, Copy, Default)]
enum Place {
    /// A macro that also waits for an ask.
    Beside,
    /// A `let` of one variable, whose name is the key.
    Named,
    /// Another statement without a body.
    #[default]
    Nameless,
    /// A branch or a loop: what waits in its head cannot be marked by itself.
    Head,
}

impl Around {
    pub(super) fn of(statement: &Stmt) -> Self {
        let place = match statement {
            Stmt::Local(local) => match &local.init {
                Some(init) if has_a_body(&init.expr) => Place::Head,
                _ if ask::variable(&local.pat).is_some() => Place::Named,
                _ => Place::Nameless,
            },
            Stmt::Expr(expression, _) if has_a_body(expression) => Place::Head,
            _ => Place::Nameless,
        };
        Self { place, repeated: mark::is_repeated(statement), reported: false }
    }
}

fn has_a_body(expression: &Expr) -> bool {
    matches!(
        expression,
        Expr::Block(_)
            | Expr::ForLoop(_)
            | Expr::If(_)
            | Expr::Loop(_)
            | Expr::Match(_)
            | Expr::Unsafe(_)
            | Expr::While(_)
    )
}

impl Report {
    /// Hands everything over, first things first.
    pub(super) fn to(self, diag: &mut Diagnostics) {
        for Mistake { at, problem, help } in self.found.into_iter().rev() {
            diag.error(at, problem, help);
        }
    }

    /// Goes into a statement; what this returns leads back out of it.
    pub(super) fn enter(&mut self, around: Around) -> Around {
        self.silent += usize::from(around.repeated);
        std::mem::replace(&mut self.around, around)
    }

    pub(super) fn leave(&mut self, around: Around) {
        self.silent -= usize::from(self.around.repeated);
        self.around = around;
    }

    pub(super) fn silence(&mut self) {
        self.silent += 1;
    }

    pub(super) fn end_silence(&mut self) {
        self.silent -= 1;
    }

    pub(super) fn is_silent(&self) -> bool {
        self.silent > 0
    }

    pub(super) fn enter_async(&mut self) {
        self.asynchronous += 1;
    }

    pub(super) fn leave_async(&mut self) {
        self.asynchronous -= 1;
    }

    /// What waits at `at` can be followed by `ask`.
    pub(super) fn runs_again(&mut self, at: &dyn ToTokens, ask: &str) {
        self.report(
            at,
            format!("what this waits for is done again in every round, as {ask} can follow"),
            self.around.place,
        );
    }

    /// Of what is waited for at once at `at`, something is no ask, and `ask` is one.
    pub(super) fn runs_beside(&mut self, at: &dyn ToTokens, ask: &str) {
        self.report(
            at,
            format!("some of what this waits for is done again in every round, as {ask} is waited for beside it"),
            Place::Beside,
        );
    }

    fn report(&mut self, at: &dyn ToTokens, problem: String, place: Place) {
        if self.is_silent() || self.around.reported {
            return;
        }
        self.around.reported = true;
        let place = if self.asynchronous > 0 { Place::Beside } else { place };
        self.found.push(Mistake { at: at.to_token_stream(), problem, help: place.help() });
    }
}

impl Place {
    fn help(self) -> &'static str {
        match self {
            Self::Beside => {
                "write `cx.step(\"…\", async { … })` for what is to be done once, its value carried; or mark the \
                 statement `#[repeat]` to do it in every round"
            }
            Self::Head => {
                "wait for it in a `let` of its own, marked `#[step]` to do it once and carry its value; or mark the \
                 statement `#[repeat]` to do it in every round"
            }
            Self::Named => {
                "mark the statement: `#[step]` does it once and carries its value, `#[repeat]` does it in every round"
            }
            Self::Nameless => {
                "mark the statement: `#[step(key = \"…\")]` does it once and carries its value, `#[repeat]` does it in \
                 every round"
            }
        }
    }
}
