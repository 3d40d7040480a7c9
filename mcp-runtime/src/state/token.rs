//! A payload to the text that the client carries, and back.
//!
//! The text is base64url without padding of `version ‖ expiry ‖ payload ‖ tag`. The tag is an HMAC-SHA256 over version,
//! expiry, binding and payload, each after its length, so that no two lists of parts give the same bytes. The binding
//! itself isn't sent: whoever opens a state has to know it.
//!
//! Invariant: no byte of the payload leaves this file unless the tag over all of it held.

use std::{fmt, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{Binding, key::KeyRing};
use crate::moment::UnixSeconds;

/// The version of signed states. One that isn't known is refused, so a later layout can't be taken for this one.
const SIGNED: u8 = 1;

/// Version and expiry.
const HEAD_LEN: usize = 1 + 8;
const TAG_LEN: usize = 32;

/// A sealed state, as it goes out.
pub(crate) struct Token(String);

impl Token {
    /// The text for the wire.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whoever holds a state can redeem it, so it isn't for logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Why a state wasn't accepted. For the log alone: a client that learns why can probe for forgeries.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum Rejected {
    /// The tag holds, but the state came too late.
    #[error("the state expired {} seconds ago", .ago)]
    Expired {
        /// For how long it has not been valid.
        ago: u64,
    },
    /// The text is not what any state looks like.
    #[error("the state is not base64url of what a state consists of: it was cut, or made up")]
    Malformed,
    /// No key gives this tag for what was sent and what it has to be bound to.
    #[error(
        "the tag of the state doesn't fit: it was changed, or belongs to another request or caller, or was sealed \
         with a key that this process doesn't have"
    )]
    TagMismatch,
    /// The text is too long to be looked at.
    #[error("the state has {len} characters, and the limit is {max_len}")]
    TooLong {
        /// How long it is.
        len: usize,
        /// How long it may be.
        max_len: usize,
    },
    /// The layout is of another version.
    #[error("the state is of version {version}, which this build doesn't know")]
    UnknownVersion {
        /// The version that it names.
        version: u8,
    },
}

/// The moment from which a state isn't accepted: after its `ttl`, and no later than its call may live.
pub(crate) fn expiry(
    now: UnixSeconds,
    started: UnixSeconds,
    ttl: Duration,
    max_call_age: Duration,
) -> UnixSeconds {
    now.after(ttl).min(started.after(max_call_age))
}

/// Seals `payload`, for the requests that have this `binding`, until `expiry`.
pub(crate) fn seal(
    payload: &[u8],
    binding: &Binding,
    ring: &KeyRing,
    expiry: UnixSeconds,
) -> Token {
    let tag = tag(ring.sealing(), SIGNED, expiry, binding, payload).finalize().into_bytes();
    let mut bytes = Vec::with_capacity(payload.len().saturating_add(HEAD_LEN + TAG_LEN));
    bytes.push(SIGNED);
    bytes.extend_from_slice(&expiry.0.to_be_bytes());
    bytes.extend_from_slice(payload);
    bytes.extend_from_slice(&tag);
    Token(URL_SAFE_NO_PAD.encode(bytes))
}

/// The payload of `token`, if one of our keys sealed it for this `binding`, and it is still valid.
///
/// Nothing longer than `max_len` characters is looked at.
pub(crate) fn open(
    token: &str,
    binding: &Binding,
    ring: &KeyRing,
    now: UnixSeconds,
    max_len: usize,
) -> Result<Vec<u8>, Rejected> {
    if token.len() > max_len {
        return Err(Rejected::TooLong { len: token.len(), max_len });
    }
    // Strict: no padding, no bits left over. Each state has one spelling.
    let mut bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| Rejected::Malformed)?;
    let parts = Parts::of(&bytes).ok_or(Rejected::Malformed)?;
    let Parts { version, expiry, payload, tag: sent } = parts;
    if version != SIGNED {
        return Err(Rejected::UnknownVersion { version });
    }
    let holds = |key| tag(key, version, expiry, binding, payload).verify_slice(sent).is_ok();
    if !ring.opening().any(holds) {
        return Err(Rejected::TagMismatch);
    }
    if now >= expiry {
        return Err(Rejected::Expired { ago: now.0.saturating_sub(expiry.0) });
    }
    let end = payload.len().saturating_add(HEAD_LEN);
    bytes.truncate(end);
    bytes.drain(..HEAD_LEN);
    Ok(bytes)
}

/// A state that was decoded, and nothing more.
struct Parts<'b> {
    version: u8,
    expiry: UnixSeconds,
    payload: &'b [u8],
    tag: &'b [u8; TAG_LEN],
}

impl<'b> Parts<'b> {
    fn of(bytes: &'b [u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        let (expiry, rest) = rest.split_first_chunk()?;
        let (payload, tag) = rest.split_last_chunk()?;
        let expiry = UnixSeconds(u64::from_be_bytes(*expiry));
        Some(Self { version: *version, expiry, payload, tag })
    }
}

/// The HMAC of a state, to be finished or to be verified. Verifying takes the same time whatever differs.
pub(super) fn tag(
    mut key: Hmac<Sha256>,
    version: u8,
    expiry: UnixSeconds,
    binding: &Binding,
    payload: &[u8],
) -> Hmac<Sha256> {
    for part in [&[version], expiry.0.to_be_bytes().as_slice(), binding.as_bytes(), payload] {
        key.update(&(part.len() as u64).to_be_bytes());
        key.update(part);
    }
    key
}
