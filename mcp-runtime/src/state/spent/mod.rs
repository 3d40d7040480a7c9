//! States that were used, where each may be used once: the tools with [`Tool::single_use`](crate::Tool::single_use).
//!
//! Every state of such a tool has a random id in it. Whoever redeems the state spends the id first, in a store that all
//! processes of the server have in common, and only what the store calls fresh reaches the handler.
//!
//! Invariant: a store says of an id once that it is fresh, whoever asks and however many ask at once, and where it can't
//! tell it says neither.

mod memory;
#[cfg(feature = "redis")]
mod redis;

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub use self::memory::MemorySpentStates;
#[cfg(feature = "redis")]
pub use self::redis::{RedisSpentStates, RedisUrlError};
use crate::moment::UnixSeconds;

/// For how long after its expiry a state is remembered: the clocks of two processes may differ by as much.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// Remembers which states were used.
///
/// [`MemorySpentStates`] does so for one process, and `RedisSpentStates` (feature `redis`) for any number of them.
///
/// # Examples
///
/// A store of your own, here one that lets nothing pass:
///
/// ```
/// use mcp_runtime::state::{Spend, SpendError, Spending, SpentStates, StateUse};
///
/// struct Closed;
///
/// impl SpentStates for Closed {
///     fn spend<'a>(&'a self, _: StateUse<'a>) -> Spending<'a> {
///         Box::pin(async { Err(SpendError::new("closed for the night")) })
///     }
/// }
/// ```
pub trait SpentStates: Send + Sync + 'static {
    /// Marks a state as used, and says whether it was before; both in one step that nothing gets in between.
    ///
    /// It has to come to an end soon, as a client waits for it: give up after a second or two. An error refuses the call,
    /// tells its client to try again later, and is for the log; nothing must be marked then, as far as can be known.
    fn spend<'a>(&'a self, state: StateUse<'a>) -> Spending<'a>;
}

/// The future of [`SpentStates::spend`].
pub type Spending<'a> = Pin<Box<dyn Future<Output = Result<Spend, SpendError>> + Send + 'a>>;

/// What a store knows of a state.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "a state was used before, or it was not")]
pub enum Spend {
    /// It was used before.
    AlreadySpent,
    /// It was not used before, and is from now on.
    Fresh,
}

/// One use of a state.
#[derive(Clone, Copy, Debug)]
pub struct StateUse<'a> {
    server: &'a str,
    id: [u8; 16],
    now: UnixSeconds,
    expiry: UnixSeconds,
}

impl<'a> StateUse<'a> {
    /// The use, at `now`, of a state that lives for `lifetime` from then on.
    #[must_use]
    pub fn new(server: &'a str, id: [u8; 16], now: UnixSeconds, lifetime: Duration) -> Self {
        Self { server, id, now, expiry: now.after(lifetime) }
    }

    /// The name of the server that sealed it.
    #[must_use]
    pub fn server(&self) -> &'a str {
        self.server
    }

    /// What tells the state from every other: 128 random bits, made by the server.
    #[must_use]
    pub fn id(&self) -> [u8; 16] {
        self.id
    }

    /// Server and id as a text, for a store whose keys are texts.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}:{}", self.server, URL_SAFE_NO_PAD.encode(self.id))
    }

    /// When it is used.
    #[must_use]
    pub fn now(&self) -> UnixSeconds {
        self.now
    }

    /// The moment from which it may be forgotten: a minute after its expiry, as clocks differ.
    #[must_use]
    pub fn forget_at(&self) -> UnixSeconds {
        self.expiry.after(CLOCKS_DIFFER)
    }

    /// For how long it has to be remembered from now on.
    #[must_use]
    pub fn keep_for(&self) -> Duration {
        Duration::from_secs(self.forget_at().0.saturating_sub(self.now.0))
    }
}

/// Why a store can't tell whether a state was used. For the log: the client isn't told.
#[derive(Debug)]
pub struct SpendError(Box<dyn Error + Send + Sync>);

impl SpendError {
    /// An error with this reason.
    pub fn new(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for SpendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for SpendError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// The store of a server.
#[derive(Clone)]
pub(crate) struct Store(Arc<dyn SpentStates>);

impl Store {
    pub(crate) fn new(store: impl SpentStates) -> Self {
        Self(Arc::new(store))
    }

    pub(crate) fn spend<'a>(&'a self, state: StateUse<'a>) -> Spending<'a> {
        self.0.spend(state)
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new(MemorySpentStates::new())
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store(..)")
    }
}
