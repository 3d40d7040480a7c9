//! Waiting for something elsewhere, over as many rounds as it takes.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use super::{Key, Turn};
use crate::ask::wait::Waited;

/// How a wait begins in this round.
#[derive(Debug)]
pub(crate) enum Begun {
    /// An earlier round has seen its end.
    Over(Waited),
    /// It is inside of a step, which cannot wait: the call is over.
    Never,
    /// It has this long to happen, of which this round may be held open for `hold`.
    Waiting { left: Duration, hold: Duration },
}

impl Turn {
    /// A wait under `key`, for `time` from the round in which it was first reached.
    pub(crate) fn begin_wait(&self, key: &Key, time: Duration) -> Begun {
        if self.cannot_wait() {
            return Begun::Never;
        }
        if let Some(Ok(waited)) = self.noted(&ended(key)) {
            return Begun::Over(waited);
        }
        let now = self.bounds.moment.now.0;
        let passed = self.began.elapsed();
        // Half a second is not over at once.
        let whole = |span: Duration| span.as_secs() + u64::from(span.subsec_nanos() > 0);
        let end: u64 = self.note(key, || now.saturating_add(whole(passed.saturating_add(time))));
        let first = *self.waiting_since.get_or_init(Instant::now);
        // Waits that follow each other hold a round open no longer than one does.
        let hold = self.bounds.hold.saturating_sub(first.elapsed());
        let left = Duration::from_secs(end.saturating_sub(now)).saturating_sub(passed);
        Begun::Waiting { left, hold }
    }

    /// Whether a step is being polled, which runs in one round and cannot go on in the next; then the call fails.
    fn cannot_wait(&self) -> bool {
        let inner = &mut *self.lock();
        let Some(place) = inner.steps.place() else { return false };
        inner.cannot_go_on(format!(
            "`wait_until` was called inside {place}: it cannot wait there over rounds; wait before it, or after it"
        ));
        true
    }

    /// A wait is over: every later round finds the same.
    pub(crate) fn end_wait(&self, key: &Key, waited: Waited) -> Waited {
        self.note(&ended(key), || waited)
    }

    /// Never resolves; while it is polled, the round may end although nothing is asked.
    pub(crate) async fn rest(&self) {
        let _resting = Resting::of(self);
        poll_fn::<(), _>(|_| Poll::Pending).await;
    }
}

fn ended(key: &Key) -> Key {
    Key::new(format!("{key}/ended"))
}

/// A wait that goes on in the next round, for as long as it exists.
struct Resting<'turn>(&'turn Turn);

impl<'turn> Resting<'turn> {
    fn of(turn: &'turn Turn) -> Self {
        turn.lock().resting += 1;
        Self(turn)
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        let resting = &mut self.0.lock().resting;
        *resting = resting.saturating_sub(1);
    }
}
