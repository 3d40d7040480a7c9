//! Polls a handler until it is done or can go no further in this round.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use super::turn::{Abort, LiveAsk, Standing, Turn};

/// What a run came to.
#[derive(Debug)]
pub(crate) enum Ended<T> {
    /// The handler returned.
    Done(T),
    /// The handler was dropped: it wants to know these.
    Asking(Vec<LiveAsk>),
    /// The handler was dropped: the call is over.
    Aborted(Abort),
    /// The handler panicked, with this message.
    Panicked(String),
    /// The handler was dropped: it took longer than this.
    TooSlow(Duration),
}

/// Runs the handler that `start` makes for one round, for `limit` at most.
///
/// The turn is read after each poll, not after each ask, so that asks which are pending together leave together.
pub(crate) async fn drive<'call, T>(
    turn: &Turn,
    start: impl FnOnce() -> Pin<Box<dyn Future<Output = T> + Send + 'call>>,
    limit: Option<Duration>,
) -> Ended<T> {
    let mut handler = match catch_unwind(AssertUnwindSafe(start)) {
        Ok(handler) => handler,
        Err(panic) => return Ended::Panicked(message(&*panic)),
    };
    let round = poll_fn(|task| {
        // A handler that panicked is not polled again, so nothing of it is seen in a broken state.
        match catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(task))) {
            Err(panic) => Poll::Ready(Ended::Panicked(message(&*panic))),
            Ok(Poll::Ready(output)) => Poll::Ready(Ended::Done(output)),
            Ok(Poll::Pending) => match turn.standing() {
                Standing::Waiting => Poll::Pending,
                Standing::Aborted(abort) => Poll::Ready(Ended::Aborted(abort)),
                Standing::Asking(asks) => Poll::Ready(Ended::Asking(asks)),
            },
        }
    });
    let ended = match limit {
        None => round.await,
        Some(time) => {
            tokio::time::timeout(time, round).await.unwrap_or_else(|_| Ended::TooSlow(time))
        }
    };
    // Destructors are user code too.
    match catch_unwind(AssertUnwindSafe(|| drop(handler))) {
        Ok(()) => ended,
        Err(panic) => Ended::Panicked(message(&*panic)),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
