//! One run of a handler: the journal it arrived with, the asks without an answer, the steps in flight, an abort.
//!
//! The handler's asks and steps report here; the driver reads it after each poll. The lock is never held while user
//! code runs, but for reading an answer, and never over an `.await`.

mod answers;
mod notes;
mod steps;
mod waits;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

pub(crate) use self::answers::GivenAnswers;
use self::steps::Steps;
pub(crate) use self::steps::{Recorded, StepId, StepName};
pub(crate) use self::waits::Begun;
use super::journal::{Asked, Entry, Journal};
use super::question::{Digest, Question};
use crate::ask::answer::AskFailed;
use crate::ask::key::Key;
use crate::ask::reply::{Decoded, Ending, Given};
use crate::handler::error::ProtocolError;
use crate::moment::{Moment, UnixSeconds};
use crate::protocol::capabilities::ClientCapabilities;

/// How often in a row a question may be another one.
const MAX_CHANGES: u32 = 3;

/// One run of a handler.
#[derive(Debug)]
pub(crate) struct Turn {
    bounds: Bounds,
    /// When this round began, by a clock that never goes back.
    began: Instant,
    /// When this round began to be held open.
    waiting_since: OnceLock<Instant>,
    inner: Mutex<Inner>,
}

/// What does not change during a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) moment: Moment,
    pub(crate) client: ClientCapabilities,
    /// How often in a row one ask may be answered with something that does not hold.
    pub(crate) max_reasks: u32,
    /// For how long a round may be held open to wait for something elsewhere.
    pub(crate) hold: Duration,
    /// Whether answers count that nothing asked for (a first round).
    pub(crate) accept_unasked: bool,
}

#[derive(Debug)]
struct Inner {
    journal: Journal,
    given: GivenAnswers,
    /// A state came with the request: something was asked before.
    resumed: bool,
    /// How often each name was claimed, so that a loop's asks have different keys.
    claims: HashMap<Box<str>, u32>,
    /// How many asks of each kind were filed by position.
    positions: HashMap<Box<str>, u32>,
    live: Vec<LiveAsk>,
    next_live: u64,
    steps: Steps,
    /// Waits that go on in the next round.
    resting: u32,
    /// The round ended with nothing but such waits.
    only_waited: bool,
    abort: Option<Abort>,
    closed: bool,
}

/// An ask that has no answer and whose future exists.
#[derive(Debug)]
pub(crate) struct LiveAsk {
    id: LiveId,
    pub(crate) key: Key,
    pub(crate) question: Question,
    /// Why the last answer was none.
    pub(crate) reason: Option<String>,
    asked: Asked,
}

impl LiveAsk {
    /// An ask that a handler returned instead of awaiting it.
    pub(crate) fn explicit(key: Key, question: Question) -> Self {
        let shape = Some(question.shape());
        let asked = Asked { shape, ..Asked::first(key.clone(), question.digest(), None) };
        Self { id: LiveId(u64::MAX), key, question, reason: None, asked }
    }
}

/// Names a live ask within a turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct LiveId(u64);

/// Why a run ends before its handler does.
#[derive(Clone, Debug)]
pub(crate) enum Abort {
    /// The handler has no place for what the user said: a result that tells so.
    Ended(String),
    /// The call cannot go on: a JSON-RPC error.
    Failed(ProtocolError),
}

/// What a handler may do after a poll that left it pending.
#[derive(Debug)]
pub(crate) enum Standing {
    /// It waits for something of its own, or for a step.
    Waiting,
    /// It is to be dropped.
    Aborted(Abort),
    /// It is to be dropped, and this is what it wants to know.
    Asking(Vec<LiveAsk>),
}

/// An ask as it reaches the turn.
pub(crate) struct Reaching<'a> {
    pub(crate) key: &'a Key,
    pub(crate) digest: Digest,
    /// Taken when the ask becomes live.
    pub(crate) question: &'a mut Option<Question>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) has_otherwise: bool,
    pub(crate) live: &'a mut Option<LiveId>,
}

/// What became of an ask.
#[derive(Debug)]
pub(crate) enum Reached<B> {
    /// The handler goes on with this.
    Ready(B),
    /// The client cannot be asked, and the handler has a value for that.
    Otherwise,
    /// Not in this round.
    Pending,
}

impl Asked {
    fn first(key: Key, digest: Digest, deadline: Option<UnixSeconds>) -> Self {
        Self { key, digest, reasks: 0, changes: 0, glimpse: None, shape: None, deadline }
    }
}

impl Turn {
    pub(crate) fn new(
        bounds: Bounds,
        journal: Journal,
        given: GivenAnswers,
        resumed: bool,
    ) -> Self {
        Self {
            bounds,
            began: Instant::now(),
            waiting_since: OnceLock::new(),
            inner: Mutex::new(Inner {
                journal,
                given,
                resumed,
                claims: HashMap::new(),
                positions: HashMap::new(),
                live: Vec::new(),
                next_live: 0,
                steps: Steps::default(),
                resting: 0,
                only_waited: false,
                abort: None,
                closed: false,
            }),
        }
    }

    pub(crate) fn client(&self) -> ClientCapabilities {
        self.bounds.client
    }

    /// The key for one more ask or step called `name`: `name`, then `name#2`, `name#3`, …
    pub(crate) fn claim(&self, name: &str) -> Key {
        let mut inner = self.lock();
        let Some(count) = inner.claims.get(name) else {
            inner.claims.insert(name.into(), 1);
            return Key::new(name);
        };
        let mut count = count + 1;
        // Somebody may have named a key `name#2` by hand.
        loop {
            let key = format!("{name}#{count}");
            if !inner.claims.contains_key(key.as_str()) {
                inner.claims.insert(key.as_str().into(), 1);
                inner.claims.insert(name.into(), count);
                return Key::new(key);
            }
            count += 1;
        }
    }

    /// The key for one more ask of this kind, for those that are filed by position: `kind_1`, `kind_2`, …
    pub(crate) fn position(&self, kind: &str) -> Key {
        let inner = &mut *self.lock();
        let count = inner.positions.entry(kind.into()).or_insert(0);
        // Somebody may have named a key `kind_2` by hand.
        loop {
            *count += 1;
            let key = format!("{kind}_{count}");
            if !inner.claims.contains_key(key.as_str()) {
                inner.claims.insert(key.as_str().into(), 1);
                return Key::new(key);
            }
        }
    }

    /// Ends the call once nothing is in flight; the first abort stands.
    pub(crate) fn abort(&self, abort: Abort) {
        self.lock().abort.get_or_insert(abort);
    }

    /// What an ask that was just polled comes to.
    pub(crate) fn reach<B>(
        &self,
        mut ask: Reaching<'_>,
        decode: &mut dyn FnMut(Given<'_>) -> Decoded<B>,
    ) -> Reached<B> {
        let inner = &mut *self.lock();
        inner.steps.get_stuck();
        if inner.abort.is_some() || inner.closed {
            return Reached::Pending;
        }
        // Also of one that is live already: it was made outside of the step that it is awaited in.
        if let Some(abort) = inner.forbids(ask.key) {
            inner.abort = Some(abort);
            return Reached::Pending;
        }
        if ask.live.is_some() {
            return Reached::Pending;
        }
        let reached = match inner.find_recorded(ask.key) {
            Some(place) => inner.answer_again(place, &mut ask, &self.bounds, decode),
            None => inner.answer_first(&mut ask, &self.bounds, decode),
        };
        reached.unwrap_or_else(|abort| {
            inner.abort.get_or_insert(abort);
            Reached::Pending
        })
    }

    /// An ask that could not be made was polled: it has aborted the call, and stays pending.
    pub(crate) fn reach_nothing(&self) {
        self.lock().steps.get_stuck();
    }

    /// Takes an ask out whose future was dropped: it lost a `select!`, or its time was over.
    pub(crate) fn withdraw(&self, id: LiveId) -> Option<Question> {
        let inner = &mut *self.lock();
        let place = inner.live.iter().position(|ask| ask.id == id)?;
        Some(inner.live.remove(place).question)
    }

    /// Where the handler stands after a poll that left it pending.
    pub(crate) fn standing(&self) -> Standing {
        let inner = &mut *self.lock();
        if inner.steps.are_under_way() {
            Standing::Waiting
        } else if let Some(abort) = inner.abort.take() {
            inner.closed = true;
            Standing::Aborted(abort)
        } else if inner.live.is_empty() && inner.resting == 0 {
            Standing::Waiting
        } else {
            inner.closed = true;
            inner.only_waited = inner.live.is_empty();
            Standing::Asking(std::mem::take(&mut inner.live))
        }
    }

    /// The journal with which the call is to go on, after `asks` were left open.
    pub(crate) fn suspend(&self, asks: &[LiveAsk]) -> Journal {
        let inner = &mut *self.lock();
        inner.closed = true;
        Journal {
            call: inner.journal.call,
            started: inner.journal.started,
            // A round that only waited is bounded by the time of the wait.
            round: inner.journal.round.saturating_add(u32::from(!inner.only_waited)),
            entries: std::mem::take(&mut inner.journal.entries),
            asked: asks.iter().map(|ask| ask.asked.clone()).collect(),
            secret: inner.journal.secret,
            once: None,
            state: inner.journal.state.take(),
        }
    }

    /// Reads this round's raw answer under `key`, for the explicit form: once something was asked, only an answer to
    /// what was asked counts, and only as an answer of this `shape`. No shape is every shape.
    pub(crate) fn peek<T>(
        &self,
        key: &str,
        shape: Option<Digest>,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let inner = &*self.lock();
        let fits = |asked: &Asked| {
            asked.key.as_str() == key
                && (shape.is_none() || asked.shape.is_none() || asked.shape == shape)
        };
        if inner.resumed && !inner.journal.asked.iter().any(fits) {
            return None;
        }
        inner.given.get(key).and_then(|raw| read(raw.get()))
    }

    /// Reads the handler's own state.
    pub(crate) fn peek_state<T>(&self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.lock().journal.state.as_ref().and_then(|raw| read(raw.get()))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic while an answer is read leaves nothing half written, so a poisoned lock is still good.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
