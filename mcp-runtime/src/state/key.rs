//! Configured secrets to keys that are ready for use: one derived key a purpose, nothing of the secret kept.
//!
//! Invariant: the bytes of a secret are in no type that can be printed, compared, copied or sent, and every place that
//! held them is wiped when it is let go.

use std::{env::VarError, fmt};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_PAD_INDIFFERENT, URL_SAFE_PAD_INDIFFERENT},
};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;
use zeroize::Zeroizing;

/// What keys are derived for. A label names one purpose, and no key serves two.
const HMAC_LABEL: &[u8] = b"mcp-runtime/state/v1/hmac";
const IDEMPOTENCY_LABEL: &[u8] = b"mcp-runtime/state/v1/idempotency";
#[cfg(feature = "encrypt")]
const AEAD_LABEL: &[u8] = b"mcp-runtime/state/v1/aead";

/// A secret that seals states. Wiped from memory on drop; never printed, compared, copied or serialized.
pub struct SealKey(Zeroizing<Vec<u8>>);

impl SealKey {
    /// The fewest bytes that a key may have.
    pub const MIN_LEN: usize = 32;

    /// Takes over `bytes` as a key. They must be random: a password is not a key.
    ///
    /// # Errors
    ///
    /// [`KeyTooShort`] if there are fewer than [`SealKey::MIN_LEN`]. The bytes are wiped either way.
    pub fn new(bytes: Vec<u8>) -> Result<Self, KeyTooShort> {
        let bytes = Zeroizing::new(bytes);
        if bytes.len() < Self::MIN_LEN {
            return Err(KeyTooShort { len: bytes.len() });
        }
        Ok(Self(bytes))
    }

    /// A key of this process, from randomness that was passed in.
    pub(super) fn of_this_process(random: [u8; 32]) -> Self {
        let random = Zeroizing::new(random);
        Self(Zeroizing::new(random.to_vec()))
    }

    /// One key as an operator writes it: hex, or base64 of either alphabet, padded or not.
    fn parse(text: &str) -> Result<Self, EntryProblem> {
        if text.is_empty() {
            return Err(EntryProblem::Empty);
        }
        let bytes = if text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            from_hex(text)
        } else {
            from_base64(text)
        };
        let mut bytes = bytes.ok_or(EntryProblem::NotEncoded)?;
        Ok(Self::new(std::mem::take(&mut *bytes))?)
    }

    /// The keys of this secret, one a purpose: the only way in which its bytes are used.
    fn derived(&self) -> Derived {
        Derived {
            mac: self.mac(HMAC_LABEL),
            idempotency: self.mac(IDEMPOTENCY_LABEL),
            #[cfg(feature = "encrypt")]
            aead: aes_gcm_siv::KeyInit::new((&*self.expand::<32>(AEAD_LABEL)).into()),
        }
    }

    fn mac(&self, label: &[u8]) -> Hmac<Sha256> {
        Hmac::new((&*self.expand::<64>(label)).into())
    }

    #[expect(
        clippy::expect_used,
        reason = "HKDF gives up to 255 blocks of 32 bytes, and this is two"
    )]
    fn expand<const LEN: usize>(&self, label: &[u8]) -> Zeroizing<[u8; LEN]> {
        let mut derived = Zeroizing::new([0; LEN]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand(label, derived.as_mut_slice())
            .expect("two blocks are within what HKDF gives");
        derived
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(..)")
    }
}

/// What one secret became: a key for each purpose, derived and scheduled.
///
/// The key schedules wipe themselves on drop, and so does each copy that a request makes of one.
pub(super) struct Derived {
    mac: Hmac<Sha256>,
    idempotency: Hmac<Sha256>,
    #[cfg(feature = "encrypt")]
    aead: aes_gcm_siv::Aes256GcmSiv,
}

impl Derived {
    /// For the tag of a signed state, ready to take the message.
    pub(super) fn mac(&self) -> Hmac<Sha256> {
        self.mac.clone()
    }

    /// For the secrets of calls, ready to take the message.
    pub(super) fn idempotency(&self) -> Hmac<Sha256> {
        self.idempotency.clone()
    }

    /// For encrypted states.
    #[cfg(feature = "encrypt")]
    pub(super) fn aead(&self) -> &aes_gcm_siv::Aes256GcmSiv {
        &self.aead
    }
}

/// The keys of a server. The first one seals, and every one opens.
pub(crate) struct KeyRing {
    first: Derived,
    older: Vec<Derived>,
}

/// Which key of a ring it is; 0 is the one that seals.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct KeyPlace(usize);

impl KeyPlace {
    /// Whether it is the key that seals.
    pub(crate) fn seals(self) -> bool {
        self.0 == 0
    }
}

impl KeyRing {
    /// A ring of one key.
    pub(crate) fn new(key: &SealKey) -> Self {
        Self { first: key.derived(), older: Vec::new() }
    }

    /// A ring of several keys, the one that seals in front; nothing if there is none.
    pub(crate) fn of(keys: impl IntoIterator<Item = SealKey>) -> Option<Self> {
        let mut keys = keys.into_iter();
        let first = keys.next()?.derived();
        Some(Self { first, older: keys.map(|key| key.derived()).collect() })
    }

    /// The ring that an environment variable describes: keys separated by commas.
    pub(super) fn from_variable(
        var: &str,
        value: Result<String, VarError>,
    ) -> Result<Self, KeyError> {
        let text = match value {
            Ok(text) => Zeroizing::new(text),
            Err(VarError::NotPresent) => return Err(KeyError::Missing { var: var.to_owned() }),
            Err(VarError::NotUnicode(_)) => {
                return Err(KeyError::NotUnicode { var: var.to_owned() });
            }
        };
        if text.trim().is_empty() {
            return Err(KeyError::Empty { var: var.to_owned() });
        }
        let keys = text.split(',').zip(1..).map(|(entry, position)| {
            SealKey::parse(entry.trim()).map_err(|problem| KeyError::Entry {
                var: var.to_owned(),
                position,
                problem,
            })
        });
        Self::of(keys.collect::<Result<Vec<_>, _>>()?).ok_or(KeyError::NoKeys)
    }

    /// The key that seals.
    pub(super) fn sealing(&self) -> &Derived {
        &self.first
    }

    /// Every key that opens, the one that seals first.
    pub(super) fn opening(&self) -> impl Iterator<Item = (KeyPlace, &Derived)> {
        let keys = std::iter::once(&self.first).chain(&self.older);
        keys.enumerate().map(|(place, key)| (KeyPlace(place), key))
    }

    /// The key at a place, or the one that seals.
    pub(super) fn at(&self, place: KeyPlace) -> &Derived {
        place.0.checked_sub(1).and_then(|place| self.older.get(place)).unwrap_or(&self.first)
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyRing({} of them)", self.older.len().saturating_add(1))
    }
}

/// A key has too few bytes to be one.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a key has at least {} bytes, and this one has {len}", SealKey::MIN_LEN)]
#[non_exhaustive]
pub struct KeyTooShort {
    /// How many bytes there were.
    pub len: usize,
}

/// Why the configured keys can't seal anything. Says where, and never what was written there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The environment variable is set, but to nothing.
    #[error("`{var}` is empty; make a key with `openssl rand -base64 32`")]
    Empty {
        /// The name of the variable.
        var: String,
    },
    /// One entry of the list is not a key.
    #[error(
        "key {position} of `{var}`, counted between commas, is not one: {problem}; make a key with \
         `openssl rand -base64 32`"
    )]
    Entry {
        /// The name of the variable.
        var: String,
        /// Which entry of the list, counted from 1.
        position: usize,
        /// What is wrong with it.
        #[source]
        problem: EntryProblem,
    },
    /// The environment variable is not set.
    #[error("`{var}` is not set; make a key with `openssl rand -base64 32`")]
    Missing {
        /// The name of the variable.
        var: String,
    },
    /// A list of keys has none in it.
    #[error("no key was given, and states are sealed with the first of them")]
    NoKeys,
    /// The environment variable holds something that is not Unicode text.
    #[error("`{var}` is not text; make a key with `openssl rand -base64 32`")]
    NotUnicode {
        /// The name of the variable.
        var: String,
    },
}

/// What is wrong with one entry of a list of keys.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryProblem {
    /// There is nothing between the commas.
    #[error("it is empty")]
    Empty,
    /// It is no encoding of bytes that is known here.
    #[error("it is neither hex nor base64")]
    NotEncoded,
    /// The bytes that it stands for are too few.
    #[error(transparent)]
    TooShort(#[from] KeyTooShort),
}

/// The bytes of hex digits, of which there must be an even number.
///
/// Whatever has only hex digits is hex, however short: as base64 it would pass for more bytes than were random.
fn from_hex(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    for [high, low] in pairs {
        bytes.push(digit(*high)? << 4 | digit(*low)?);
    }
    Some(bytes)
}

fn digit(hex: u8) -> Option<u8> {
    char::from(hex).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn from_base64(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let engine = if text.contains(['-', '_']) {
        &URL_SAFE_PAD_INDIFFERENT
    } else {
        &STANDARD_PAD_INDIFFERENT
    };
    // Room for all of it from the start: a vector that grows leaves a copy behind that nobody wipes.
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
    engine.decode_vec(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use sha2::Sha256;
    use zeroize::ZeroizeOnDrop;

    use super::SealKey;

    #[test]
    fn keys_are_wiped() {
        fn is_wiped<T: ZeroizeOnDrop>(_: &T) {}
        is_wiped(&SealKey::of_this_process([1; 32]).0);
        is_wiped(&SealKey::of_this_process([1; 32]).expand::<32>(b"any"));
        #[cfg(feature = "encrypt")]
        is_wiped(&<aes::Aes256 as aes::cipher::KeyInit>::new(&[1; 32].into()));
        // A key schedule is two of these, and hides them.
        is_wiped(&Sha256::default());
    }
}
