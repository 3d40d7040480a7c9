//! Which types an ask can be bound to, and what each makes of an outcome.
//!
//! A plain type takes a yes and ends the call otherwise; `Option` is `None` on a no; `Answer` tells decline from
//! cancel; `Result<…, AskFailed>` takes a client that fails in hand.

use super::answer::{Answer, AskFailed};
use super::reply::{Ending, Outcome};
use crate::form::Elicit;
use crate::protocol::roots::Root;
use crate::protocol::sampling::Completion;

/// A type that the answer to a form can be bound to: `T: Elicit`, `Option<T>`, `Answer<T>`, `Result<_, AskFailed>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for by a form",
    label = "not a form",
    note = "a form is a struct with `#[derive(Elicit)]`, or an `Option`, an `Answer` or a `Result<_, AskFailed>` of one",
    note = "for a page to visit, write `#[elicit(url = \"https://…\", message = \"…\")]` and the type `()`"
)]
pub trait ElicitBinding: Sized + Send {
    /// The form.
    type Form: Elicit;
    #[doc(hidden)]
    fn settle(outcome: Outcome<Self::Form>) -> Result<Self, Ending>;
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> ElicitBinding for T {
    type Form = T;
    fn settle(outcome: Outcome<T>) -> Result<Self, Ending> {
        accepted(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> ElicitBinding for Option<T> {
    type Form = T;
    fn settle(outcome: Outcome<T>) -> Result<Self, Ending> {
        accepted_or_none(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Elicit> ElicitBinding for Answer<T> {
    type Form = T;
    fn settle(outcome: Outcome<T>) -> Result<Self, Ending> {
        answered(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<B: ElicitBinding> ElicitBinding for Result<B, AskFailed> {
    type Form = B::Form;
    fn settle(outcome: Outcome<B::Form>) -> Result<Self, Ending> {
        fallible(outcome, B::settle)
    }
}

/// A type that the answer to a page can be bound to: `()`, `Option<()>`, `Answer<()>`, `Result<_, AskFailed>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer to a page",
    label = "not `()`",
    note = "an accepted page says that the user agreed to open it, no more: write `()`, `Option<()>` or `Answer<()>`"
)]
pub trait UrlBinding: Sized + Send {
    #[doc(hidden)]
    fn settle(outcome: Outcome<()>) -> Result<Self, Ending>;
}

impl UrlBinding for () {
    fn settle(outcome: Outcome<()>) -> Result<Self, Ending> {
        accepted(outcome)
    }
}

impl UrlBinding for Option<()> {
    fn settle(outcome: Outcome<()>) -> Result<Self, Ending> {
        accepted_or_none(outcome)
    }
}

impl UrlBinding for Answer<()> {
    fn settle(outcome: Outcome<()>) -> Result<Self, Ending> {
        answered(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<B: UrlBinding> UrlBinding for Result<B, AskFailed> {
    fn settle(outcome: Outcome<()>) -> Result<Self, Ending> {
        fallible(outcome, B::settle)
    }
}

/// A type that what the model wrote can be bound to: `Completion`, `Option<Completion>`, `Result<_, AskFailed>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what the client's model wrote",
    label = "not a `Completion`",
    note = "write `Completion`, `Option<Completion>` or `Result<Completion, AskFailed>`"
)]
pub trait SampleBinding: Sized + Send {
    #[doc(hidden)]
    fn settle(outcome: Outcome<Completion>) -> Result<Self, Ending>;
}

impl SampleBinding for Completion {
    fn settle(outcome: Outcome<Completion>) -> Result<Self, Ending> {
        accepted(outcome)
    }
}

impl SampleBinding for Option<Completion> {
    fn settle(outcome: Outcome<Completion>) -> Result<Self, Ending> {
        accepted_or_none(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<B: SampleBinding> SampleBinding for Result<B, AskFailed> {
    fn settle(outcome: Outcome<Completion>) -> Result<Self, Ending> {
        fallible(outcome, B::settle)
    }
}

/// A type that the client's folders can be bound to: `Vec<Root>`, `Option<Vec<Root>>`, `Result<_, AskFailed>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the client's folders",
    label = "not a `Vec<Root>`",
    note = "write `Vec<Root>`, `Option<Vec<Root>>` or `Result<Vec<Root>, AskFailed>`"
)]
pub trait RootsBinding: Sized + Send {
    #[doc(hidden)]
    fn settle(outcome: Outcome<Vec<Root>>) -> Result<Self, Ending>;
}

impl RootsBinding for Vec<Root> {
    fn settle(outcome: Outcome<Vec<Root>>) -> Result<Self, Ending> {
        accepted(outcome)
    }
}

impl RootsBinding for Option<Vec<Root>> {
    fn settle(outcome: Outcome<Vec<Root>>) -> Result<Self, Ending> {
        accepted_or_none(outcome)
    }
}

#[diagnostic::do_not_recommend]
impl<B: RootsBinding> RootsBinding for Result<B, AskFailed> {
    fn settle(outcome: Outcome<Vec<Root>>) -> Result<Self, Ending> {
        fallible(outcome, B::settle)
    }
}

fn accepted<T>(outcome: Outcome<T>) -> Result<T, Ending> {
    match outcome {
        Outcome::Accept(value) => Ok(value),
        Outcome::Decline => Err(Ending::Declined),
        Outcome::Cancel => Err(Ending::Cancelled),
        Outcome::Failed(why) => Err(Ending::Failed(why)),
    }
}

fn accepted_or_none<T>(outcome: Outcome<T>) -> Result<Option<T>, Ending> {
    match outcome {
        Outcome::Accept(value) => Ok(Some(value)),
        Outcome::Decline | Outcome::Cancel => Ok(None),
        Outcome::Failed(why) => Err(Ending::Failed(why)),
    }
}

fn answered<T>(outcome: Outcome<T>) -> Result<Answer<T>, Ending> {
    match outcome {
        Outcome::Accept(value) => Ok(Answer::Accept(value)),
        Outcome::Decline => Ok(Answer::Decline),
        Outcome::Cancel => Ok(Answer::Cancel),
        Outcome::Failed(why) => Err(Ending::Failed(why)),
    }
}

fn fallible<T, B>(
    outcome: Outcome<T>,
    settle: fn(Outcome<T>) -> Result<B, Ending>,
) -> Result<Result<B, AskFailed>, Ending> {
    match outcome {
        Outcome::Failed(why) => Ok(Err(why)),
        other => settle(other).map(Ok),
    }
}
