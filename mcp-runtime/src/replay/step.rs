//! A step: done once in a call, its value carried in the journal.

use std::fmt;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};

use super::turn::{Recorded, StepId, StepName, Turn};

type Written = Result<Box<RawValue>, serde_json::Error>;
type Read<T> = Result<T, serde_json::Error>;

/// The future of [`Context::step`](crate::Context::step) and [`Context::step_whole`](crate::Context::step_whole).
#[must_use = "a step does nothing until it is awaited"]
pub struct Step<'cx, F: Future> {
    turn: &'cx Turn,
    /// What was claimed for it, given back if it comes to nothing.
    name: StepName,
    work: Pin<Box<F>>,
    in_flight: Option<StepId>,
    /// What is recorded of an output; nothing of one that may be tried again.
    keep: fn(&F::Output) -> Option<Written>,
    restore: fn(&str) -> Read<F::Output>,
}

impl<'cx, T, E, F> Step<'cx, F>
where
    F: Future<Output = Result<T, E>>,
    T: Serialize + DeserializeOwned,
{
    /// A step that records what succeeded; what failed is tried again in the next round.
    pub(crate) fn of_success(turn: &'cx Turn, name: StepName, work: F) -> Self {
        Self {
            turn,
            name,
            work: Box::pin(work),
            in_flight: None,
            keep: |output| output.as_ref().ok().map(to_raw_value),
            restore: |text| serde_json::from_str(text).map(Ok),
        }
    }
}

impl<'cx, F> Step<'cx, F>
where
    F: Future,
    F::Output: Serialize + DeserializeOwned,
{
    /// A step that records whatever came out.
    pub(crate) fn of_whole(turn: &'cx Turn, name: StepName, work: F) -> Self {
        Self {
            turn,
            name,
            work: Box::pin(work),
            in_flight: None,
            keep: |output| Some(to_raw_value(output)),
            restore: |text| serde_json::from_str(text),
        }
    }
}

impl<F: Future> Future for Step<'_, F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<F::Output> {
        let this = self.get_mut();
        let id = match this.in_flight {
            Some(id) => id,
            None => match this.turn.begin_step(this.name.key(), this.restore) {
                Recorded::Value(value) => return Poll::Ready(value),
                Recorded::Unusable => return Poll::Pending,
                Recorded::Nothing(id) => *this.in_flight.insert(id),
            },
        };
        let inside = this.turn.enter_step(id, this.name.key());
        let polled = this.work.as_mut().poll(task);
        drop(inside);
        let Poll::Ready(output) = polled else { return Poll::Pending };
        this.in_flight = None;
        let Some(written) = (this.keep)(&output) else {
            this.turn.end_unrecorded(id, &this.name);
            return Poll::Ready(output);
        };
        // The handler goes on with what every later round will have.
        let read = written.and_then(|text| Ok(((this.restore)(text.get())?, text)));
        match this.turn.end_step(id, this.name.key(), read) {
            Some(output) => Poll::Ready(output),
            None => Poll::Pending,
        }
    }
}

impl<F: Future> Drop for Step<'_, F> {
    /// A step that was dropped half way is not in flight any more.
    fn drop(&mut self) {
        if let Some(id) = self.in_flight.take() {
            self.turn.end_unrecorded(id, &self.name);
        }
    }
}

impl<F: Future> fmt::Debug for Step<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("key", self.name.key()).finish_non_exhaustive()
    }
}
