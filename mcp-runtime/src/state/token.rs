//! A payload to the text that the client carries, and back.
//!
//! The text is base64url without padding of `version ‖ expiry ‖ payload ‖ tag`. The tag is an HMAC-SHA256 over version,
//! expiry, binding and payload, each after its length, so that no two lists of parts give the same bytes. The binding
//! itself isn't sent: whoever opens a state has to know it. Encrypted states are in `encrypted.rs`.
//!
//! Invariant: no byte of the payload leaves this file unless the tag over all of it held.

use std::{fmt, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

#[cfg(feature = "encrypt")]
use super::encrypted;
use super::{
    Binding,
    key::{Derived, KeyPlace, KeyRing},
};
use crate::moment::{Moment, UnixSeconds};

/// The version of signed states. One that isn't known is refused, so a later layout can't be taken for this one.
const SIGNED: u8 = 1;

/// The version of encrypted states.
pub(super) const ENCRYPTED: u8 = 2;

/// Version and expiry.
const HEAD_LEN: usize = 1 + 8;
const TAG_LEN: usize = 32;

/// How payloads are protected on their way. A server makes and takes one kind alone.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Protection {
    /// Everybody can read them, and nobody can change them.
    #[default]
    Signed,
    /// Nobody can do either.
    #[cfg(feature = "encrypt")]
    Encrypted,
}

impl Protection {
    /// The version of its states.
    fn version(self) -> u8 {
        match self {
            Self::Signed => SIGNED,
            #[cfg(feature = "encrypt")]
            Self::Encrypted => ENCRYPTED,
        }
    }
}

/// A sealed state, as it goes out.
pub(crate) struct Token(String);

/// What was sealed, once its tag held.
pub(crate) struct Opened {
    pub(crate) payload: Vec<u8>,
    /// The key that had sealed it.
    pub(crate) by: KeyPlace,
    /// The moment from which it isn't accepted.
    pub(crate) expiry: UnixSeconds,
}

/// What was sealed may be what somebody said.
impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("by", &self.by).finish_non_exhaustive()
    }
}

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
    /// It is signed where only encrypted states are taken, or the other way around.
    #[error("the state is {}, and this server takes no such states", if *.encrypted { "encrypted" } else { "signed" })]
    OtherProtection {
        /// What it is.
        encrypted: bool,
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
#[cfg_attr(
    not(feature = "encrypt"),
    expect(unused_variables, reason = "signing needs no randomness")
)]
pub(crate) fn seal(
    payload: &[u8],
    binding: &Binding,
    ring: &KeyRing,
    protection: Protection,
    expiry: UnixSeconds,
    moment: &Moment,
) -> Token {
    let mut bytes = Vec::with_capacity(payload.len().saturating_add(HEAD_LEN + TAG_LEN));
    bytes.push(protection.version());
    bytes.extend_from_slice(&expiry.0.to_be_bytes());
    match protection {
        Protection::Signed => {
            let tag =
                tag(ring.sealing().mac(), SIGNED, expiry, binding, payload).finalize().into_bytes();
            bytes.extend_from_slice(payload);
            bytes.extend_from_slice(&tag);
        }
        #[cfg(feature = "encrypt")]
        Protection::Encrypted => {
            encrypted::seal(payload, binding, ring.sealing(), expiry, moment, &mut bytes);
        }
    }
    Token(URL_SAFE_NO_PAD.encode(bytes))
}

/// The payload of `token`, if one of our keys sealed it for this `binding`, and it is still valid.
///
/// Nothing longer than `max_len` characters is looked at.
pub(crate) fn open(
    token: &str,
    binding: &Binding,
    ring: &KeyRing,
    protection: Protection,
    now: UnixSeconds,
    max_len: usize,
) -> Result<Opened, Rejected> {
    if token.len() > max_len {
        return Err(Rejected::TooLong { len: token.len(), max_len });
    }
    // Strict: no padding, no bits left over. Each state has one spelling.
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| Rejected::Malformed)?;
    let Some((&version, rest)) = bytes.split_first() else { return Err(Rejected::Malformed) };
    let Some((expiry, body)) = rest.split_first_chunk() else { return Err(Rejected::Malformed) };
    let expiry = UnixSeconds(u64::from_be_bytes(*expiry));
    if version != protection.version() {
        return Err(match version {
            SIGNED | ENCRYPTED => Rejected::OtherProtection { encrypted: version == ENCRYPTED },
            version => Rejected::UnknownVersion { version },
        });
    }
    let opened = match protection {
        Protection::Signed => open_signed(body, binding, ring, expiry)?,
        #[cfg(feature = "encrypt")]
        Protection::Encrypted => encrypted::open(body, binding, ring, expiry)?,
    };
    if now >= expiry {
        return Err(Rejected::Expired { ago: now.0.saturating_sub(expiry.0) });
    }
    Ok(opened)
}

fn open_signed(
    body: &[u8],
    binding: &Binding,
    ring: &KeyRing,
    expiry: UnixSeconds,
) -> Result<Opened, Rejected> {
    let (payload, sent) = body.split_last_chunk::<TAG_LEN>().ok_or(Rejected::Malformed)?;
    let holds =
        |key: &Derived| tag(key.mac(), SIGNED, expiry, binding, payload).verify_slice(sent).is_ok();
    let (by, _) = ring.opening().find(|(_, key)| holds(key)).ok_or(Rejected::TagMismatch)?;
    Ok(Opened { payload: payload.to_vec(), by, expiry })
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
