//! Encrypted states: nobody can read what the client carries.
//!
//! Behind version and expiry come a nonce of 12 bytes and the payload under AES-256-GCM-SIV, with its tag of 16 bytes.
//! Version, expiry and binding are its associated data, each after its length: what a signed state's tag covers, this one
//! covers too. The nonce is random; should one ever come twice, all that it tells is whether two payloads are the same.

use aes_gcm_siv::aead::{Aead as _, Payload};

use super::{
    Binding,
    key::{Derived, KeyRing},
    token::{ENCRYPTED, Opened, Rejected},
};
use crate::moment::{Moment, UnixSeconds};

const NONCE_LEN: usize = 12;

/// Writes nonce and ciphertext behind what is in `bytes` already.
pub(super) fn seal(
    payload: &[u8],
    binding: &Binding,
    key: &Derived,
    expiry: UnixSeconds,
    moment: &Moment,
    bytes: &mut Vec<u8>,
) {
    let random = moment.random_for(b"nonce", "");
    let nonce: [u8; NONCE_LEN] = random.first_chunk().copied().unwrap_or_default();
    let payload = Payload { msg: payload, aad: &associated(expiry, binding) };
    bytes.extend_from_slice(&nonce);
    // It fails for more than 64 GiB alone, which no state has; then nothing that would open goes out.
    bytes.extend(key.aead().encrypt(&nonce.into(), payload).unwrap_or_default());
}

/// The payload in `body`, if one of our keys sealed it for this `binding` and `expiry`.
pub(super) fn open(
    body: &[u8],
    binding: &Binding,
    ring: &KeyRing,
    expiry: UnixSeconds,
) -> Result<Opened, Rejected> {
    let (nonce, sealed) = body.split_first_chunk::<NONCE_LEN>().ok_or(Rejected::Malformed)?;
    let nonce = (*nonce).into();
    let aad = associated(expiry, binding);
    ring.opening()
        .find_map(|(by, key)| {
            let payload = key.aead().decrypt(&nonce, Payload { msg: sealed, aad: &aad }).ok()?;
            Some(Opened { payload, by, expiry })
        })
        .ok_or(Rejected::TagMismatch)
}

fn associated(expiry: UnixSeconds, binding: &Binding) -> Vec<u8> {
    let mut data = Vec::with_capacity(128);
    for part in [&[ENCRYPTED], expiry.0.to_be_bytes().as_slice(), binding.as_bytes()] {
        data.extend_from_slice(&(part.len() as u64).to_be_bytes());
        data.extend_from_slice(part);
    }
    data
}
