//! What expansions of the macros may name. Not public API: it changes without notice, in step with `mcp-macros`.
//!
//! The traits that a user's type may miss are bounds of plain functions here, each called once, at that type.

use std::borrow::Cow;
use std::fmt::Display;
use std::pin::{Pin, pin};
use std::task::Poll;

pub use crate::ask::{Ask, ElicitBinding, RootsBinding, SampleBinding, UrlBinding};
pub use crate::form::private as form;
pub use crate::handler::arguments::{Argument, Arguments, Given, ToolArgument, argument};
pub use crate::handler::context::Context;
pub use crate::handler::output::{HandlerOutput, IntoToolResult, Returns, returns};
pub use crate::handler::point::Point;
pub use crate::handler::register::Registered;
pub use crate::handler::state::ServerState;
pub use crate::handler::tool::{Running, Tool};
pub use crate::protocol::sampling::Sample;
pub use crate::replay::recorded::{Plain, PlainOutput, SomeResult, StepOutput, StepValue};
pub use crate::replay::step::Step;
pub use inventory;

/// An ask by form.
pub fn elicit<T: ElicitBinding>(
    cx: &Context,
    key: impl Into<Cow<'static, str>>,
    message: impl Into<String>,
) -> Ask<'_, T> {
    cx.ask_form(&key.into(), message.into())
}

/// An ask to open a page.
pub fn elicit_url<T: UrlBinding>(
    cx: &Context,
    key: impl Into<Cow<'static, str>>,
    message: impl Into<String>,
    url: impl Into<String>,
) -> Ask<'_, T> {
    cx.ask_page(&key.into(), message.into(), url.into())
}

/// An ask for the client's model.
pub fn sample<T: SampleBinding>(
    cx: &Context,
    key: impl Into<Cow<'static, str>>,
    sample: Sample,
) -> Ask<'_, T> {
    cx.ask_sample(&key.into(), sample)
}

/// An ask for the user's folders.
pub fn roots<T: RootsBinding>(cx: &Context, key: impl Into<Cow<'static, str>>) -> Ask<'_, T> {
    cx.ask_roots(&key.into())
}

/// A step that records what succeeded.
pub fn step<T, E, F>(cx: &Context, key: impl AsRef<str>, work: F) -> Step<'_, F>
where
    T: StepValue,
    F: Future<Output = Result<T, E>>,
{
    cx.step(key, work)
}

/// A step that records whatever came out.
pub fn step_whole<T, F>(cx: &Context, key: impl AsRef<str>, work: F) -> Step<'_, F>
where
    T: StepValue,
    F: Future<Output = T>,
{
    cx.step_whole(key, work)
}

/// The value of a step that is to be recorded whole, if it is no `Result`.
pub fn plain<K: PlainOutput>(_: K, value: K::Value) -> K::Value {
    value
}

/// What a handler borrows from its server.
///
/// # Panics
///
/// Never behind a server that was built: its build fails if a handler's state is missing.
#[must_use]
pub fn state<T: ?Sized + ServerState>(cx: &Context) -> &T {
    match cx.state() {
        Some(value) => value,
        None => missing::<T>(),
    }
}

#[expect(clippy::panic, reason = "the build of a server makes sure that nothing is missing")]
fn missing<T: ?Sized>() -> ! {
    panic!("the server holds no `{}`", std::any::type_name::<T>())
}

/// A capture in a url.
pub fn percent(value: &impl Display) -> impl Display {
    crate::ask::url::percent(value)
}

/// Both of two asks, in one round.
pub async fn join<A: Future, B: Future>(one: A, other: B) -> (A::Output, B::Output) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    let (mut first, mut second) = (None, None);
    std::future::poll_fn(move |task| {
        if first.is_none()
            && let Poll::Ready(value) = Pin::as_mut(&mut one).poll(task)
        {
            first = Some(value);
        }
        if second.is_none()
            && let Poll::Ready(value) = Pin::as_mut(&mut other).poll(task)
        {
            second = Some(value);
        }
        match (first.take(), second.take()) {
            (Some(one), Some(other)) => Poll::Ready((one, other)),
            (one, other) => {
                (first, second) = (one, other);
                Poll::Pending
            }
        }
    })
    .await
}
