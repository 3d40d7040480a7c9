//! How a server seals: its keys, how long a state lives, and what a state is bound to.

use std::{fmt, time::Duration};

use super::{
    BindError, Binder, Binding, BoundRequest, KeyError, OriginatingRequest, Rejected, SealKey,
    Token,
    call::CallSecret,
    key::{KeyPlace, KeyRing},
    token::{self, Opened, Protection},
};
use crate::{
    moment::{Moment, UnixSeconds},
    replay::journal::CallId,
};

/// How a server seals what a call has learned, while the client carries it.
///
/// # Security
///
/// States are signed: the client can read what is in them, unless they are `encrypted()` (feature `encrypt`). Every
/// process that serves the same clients needs the same keys.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use mcp_runtime::state::{RequestState, SealKey};
///
/// # let secret = vec![7; 32];
/// let sealing = RequestState::new(SealKey::new(secret)?)
///     .ttl(Duration::from_secs(300))
///     .audience("https://shop.example/mcp");
/// # let _ = sealing;
/// # Ok::<(), mcp_runtime::state::KeyTooShort>(())
/// ```
#[must_use = "it does nothing until a server has it"]
pub struct RequestState {
    keys: KeyRing,
    protection: Protection,
    ephemeral: bool,
    ttl: Duration,
    max_call_age: Duration,
    binder: Box<dyn Binder>,
    audience: Option<String>,
}

impl RequestState {
    /// How long a state lives unless [`ttl`](Self::ttl) says otherwise: the time that a person has for one round.
    pub const DEFAULT_TTL: Duration = Duration::from_secs(600);

    /// How long a call may go on unless [`max_call_age`](Self::max_call_age) says otherwise.
    pub const DEFAULT_MAX_CALL_AGE: Duration = Duration::from_secs(3600);

    /// Seals and opens with one key.
    #[expect(clippy::needless_pass_by_value, reason = "the key is taken over, and wiped here")]
    pub fn new(key: SealKey) -> Self {
        Self::of(KeyRing::new(&key))
    }

    /// Seals with the first of `keys`, and opens with every one.
    ///
    /// To replace a key, put the new one behind the old one in every process, then in front of it, and take the old one
    /// away when its last state has expired.
    ///
    /// # Errors
    ///
    /// [`KeyError::NoKeys`] if there is none.
    pub fn with_keys(keys: impl IntoIterator<Item = SealKey>) -> Result<Self, KeyError> {
        KeyRing::of(keys).map(Self::of).ok_or(KeyError::NoKeys)
    }

    /// Takes the keys from the environment variable `var`: a list with commas between, the one that seals in front.
    ///
    /// Each key is hex, or base64 of either alphabet with or without padding. `openssl rand -base64 32` makes one.
    ///
    /// # Errors
    ///
    /// A [`KeyError`] that says which key is wrong and what with, and never what was written, if the variable isn't
    /// set, is empty, or has an entry that isn't a key of at least [`SealKey::MIN_LEN`] bytes.
    pub fn from_env(var: &str) -> Result<Self, KeyError> {
        KeyRing::from_variable(var, std::env::var(var)).map(Self::of)
    }

    /// Seals with a key of this process, which `random` becomes. No other process opens its states, nor does this one
    /// after it was started again.
    pub fn ephemeral(random: [u8; 32]) -> Self {
        let key = SealKey::of_this_process(random);
        Self { ephemeral: true, ..Self::new(key) }
    }

    /// Sets how long a state lives, in whole seconds: the time that a person has to answer one round.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self
    }

    /// Sets how long after its first round a call may go on, in whole seconds, however quickly each round is answered.
    pub fn max_call_age(mut self, age: Duration) -> Self {
        self.max_call_age = age;
        self
    }

    /// Decides what states are bound to, instead of [`OriginatingRequest`].
    pub fn binder(mut self, binder: impl Binder) -> Self {
        self.binder = Box::new(binder);
        self
    }

    /// Binds states to who this server is, such as the URI that access tokens for it name. Servers that have keys in
    /// common, and each its audience, don't open each other's states.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.audience = Some(audience.into());
        self
    }

    /// Encrypts states (AES-256-GCM-SIV), so that the client that carries one cannot read it. Signed states are refused
    /// from then on: calls that are under way when it is switched on end.
    #[cfg(feature = "encrypt")]
    pub fn encrypted(mut self) -> Self {
        self.protection = Protection::Encrypted;
        self
    }

    fn of(keys: KeyRing) -> Self {
        Self {
            keys,
            protection: Protection::default(),
            ephemeral: false,
            ttl: Self::DEFAULT_TTL,
            max_call_age: Self::DEFAULT_MAX_CALL_AGE,
            binder: Box::new(OriginatingRequest::new()),
            audience: None,
        }
    }
}

impl RequestState {
    /// Whether the key is one of this process, so that the log can say why no other process opens its states.
    pub(crate) fn is_ephemeral(&self) -> bool {
        self.ephemeral
    }

    /// What the states of `request` are bound to. The audience is filled in here, so no caller can forget it.
    pub(crate) fn bind(&self, request: BoundRequest<'_>) -> Result<Binding, BindError> {
        self.binder.bind(&BoundRequest { audience: self.audience.as_deref(), ..request })
    }

    /// Whether nobody can read what the client carries.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.protection != Protection::Signed
    }

    /// The moment from which a state that is sealed `now` is not accepted, for the call that `started` then.
    pub(crate) fn expiry(&self, started: UnixSeconds, now: UnixSeconds) -> UnixSeconds {
        token::expiry(now, started, self.ttl, self.max_call_age)
    }

    /// The moment until which a person has time to answer, were it not for the age of the call.
    pub(crate) fn full_time(&self, now: UnixSeconds) -> UnixSeconds {
        now.after(self.ttl)
    }

    /// Seals `payload`, at this `moment`, for the call that `started` then.
    pub(crate) fn seal(
        &self,
        payload: &[u8],
        binding: &Binding,
        started: UnixSeconds,
        moment: &Moment,
    ) -> Token {
        let expiry = self.expiry(started, moment.now);
        token::seal(payload, binding, &self.keys, self.protection, expiry, moment)
    }

    /// The secret of a call whose state was sealed `by` this key, from which the names of its effects are made.
    pub(crate) fn call_secret(
        &self,
        call: CallId,
        by: KeyPlace,
        wrapped: Option<&[u8; 32]>,
    ) -> CallSecret {
        CallSecret::of(self.keys.at(by), call, wrapped)
    }

    /// The secret of a call as it travels, readable for who has the key that seals.
    pub(crate) fn wrap(&self, call: CallId, secret: &CallSecret) -> [u8; 32] {
        secret.wrapped(self.keys.sealing(), call)
    }

    /// What was sealed in `token`, if it was sealed here, for this binding, and is valid `now`. Nothing longer than
    /// `max_len` characters is looked at.
    pub(crate) fn open(
        &self,
        token: &str,
        binding: &Binding,
        now: UnixSeconds,
        max_len: usize,
    ) -> Result<Opened, Rejected> {
        token::open(token, binding, &self.keys, self.protection, now, max_len)
    }
}

impl fmt::Debug for RequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestState")
            .field("keys", &self.keys)
            .field("protection", &self.protection)
            .field("ephemeral", &self.ephemeral)
            .field("ttl", &self.ttl)
            .field("max_call_age", &self.max_call_age)
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}
