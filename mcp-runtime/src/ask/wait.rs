//! Waiting for something that happens elsewhere, such as a page that the user has to finish.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::key::Key;
use crate::replay::turn::{Begun, Turn};

/// How [`Context::wait_until`](crate::Context::wait_until) ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq, serde::Deserialize, serde::Serialize)]
#[must_use = "it may not have happened"]
#[non_exhaustive]
pub enum Waited {
    /// It happened.
    Done,
    /// The time was over before it happened.
    GaveUp,
}

/// How long after a look the next one is taken, at first and at last.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];

/// Looks again and again until it happened, the time is over, or this round has been held open for long enough: then it
/// is pending, and goes on in the next round.
pub(crate) async fn wait<F, Look>(turn: &Turn, key: Key, mut look: F, time: Duration) -> Waited
where
    F: FnMut() -> Look,
    Look: Future<Output = bool>,
{
    let [mut pause, longest] = PAUSES;
    let (mut left, hold) = match turn.begin_wait(&key, time) {
        Begun::Over(waited) => return waited,
        Begun::Never => return std::future::pending().await,
        Begun::Waiting { left, hold } => (left, hold),
    };
    let mut looked = Instant::now();
    let ends = looked + hold;
    loop {
        let open = ends.saturating_duration_since(looked);
        // A look that takes longer than there is time for is dropped, and made again.
        if timeout(left.min(open), inside(turn, &mut look)).await.unwrap_or(false) {
            return turn.end_wait(&key, Waited::Done);
        }
        left = left.saturating_sub(looked.elapsed());
        looked = Instant::now();
        if left.is_zero() {
            return turn.end_wait(&key, Waited::GaveUp);
        }
        let open = ends.saturating_duration_since(looked);
        if open.is_zero() {
            turn.rest().await;
        }
        sleep(pause.min(left).min(open)).await;
        left = left.saturating_sub(looked.elapsed());
        looked = Instant::now();
        pause = (pause * 3 / 2).min(longest);
    }
}

/// One look. Nothing is asked or recorded in it: how often it is made differs from round to round.
async fn inside<F, Look>(turn: &Turn, look: &mut F) -> bool
where
    F: FnMut() -> Look,
    Look: Future<Output = bool>,
{
    let mut looking = pin!({
        let _inside = turn.enter_look();
        look()
    });
    poll_fn(|task| {
        let _inside = turn.enter_look();
        looking.as_mut().poll(task)
    })
    .await
}
