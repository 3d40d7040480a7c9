//! The secret of a call, from which the names of its effects are made.
//!
//! It must be the same in every round, whoever opens the state and whatever key seals the next one, and nobody who reads
//! a signed state may know it. In a call that has known one key alone it follows from that key and the call's id. When the
//! first key of the ring is replaced in the middle of a call, the state that the new one seals carries the secret, hidden
//! under the new key.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::key::Derived;
use crate::replay::journal::CallId;

/// The secret of a call. Wiped on drop.
pub(crate) struct CallSecret(Zeroizing<[u8; 32]>);

impl CallSecret {
    /// The secret of `call` under the key that opened its state, or would seal its first one; `wrapped` is what the state
    /// carries.
    pub(super) fn of(key: &Derived, call: CallId, wrapped: Option<&[u8; 32]>) -> Self {
        match wrapped {
            None => Self(keyed(key, b"secret", call)),
            Some(wrapped) => Self(under(keyed(key, b"wrap", call), wrapped)),
        }
    }

    /// The secret, hidden under a key: each call has a pad of its own, under each key.
    pub(super) fn wrapped(&self, key: &Derived, call: CallId) -> [u8; 32] {
        *under(keyed(key, b"wrap", call), &self.0)
    }

    /// The name of one thing of the call, of a kind: 192 bits, as 32 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`.
    pub(crate) fn name_of(&self, kind: &str, name: &str) -> String {
        let mut key = Zeroizing::new([0; 64]);
        key.iter_mut().zip(*self.0).for_each(|(to, from)| *to = from);
        let mut mac = Hmac::<Sha256>::new((&*key).into());
        mac.update(&(kind.len() as u64).to_be_bytes());
        mac.update(kind.as_bytes());
        mac.update(name.as_bytes());
        let name: [u8; 32] = mac.finalize().into_bytes().into();
        URL_SAFE_NO_PAD.encode(name.get(..24).unwrap_or_default())
    }
}

impl std::fmt::Debug for CallSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CallSecret(..)")
    }
}

fn keyed(key: &Derived, purpose: &[u8], call: CallId) -> Zeroizing<[u8; 32]> {
    let mut mac = key.idempotency();
    mac.update(&(purpose.len() as u64).to_be_bytes());
    mac.update(purpose);
    mac.update(&call.to_bytes());
    Zeroizing::new(mac.finalize().into_bytes().into())
}

fn under(mut pad: Zeroizing<[u8; 32]>, text: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    pad.iter_mut().zip(text).for_each(|(to, from)| *to ^= from);
    pad
}
