//! The rows of the table in [`super`], each as an attack that fails.

mod binding;
mod calls;
#[cfg(feature = "encrypt")]
mod encrypted;
mod keys;

use std::{env::VarError, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use super::{
    BindError, Binder, Binding, BoundRequest, EntryProblem, KeyError, KeyTooShort,
    OriginatingRequest, Principal, Rejected, RequestState, SealKey,
    key::KeyRing,
    token::{self, Protection},
};
use crate::moment::{Moment, UnixSeconds};

const NOW: UnixSeconds = UnixSeconds(1_800_000_000);
const NO_LIMIT: usize = usize::MAX;
const PAYLOAD: &[u8] = br#"{"answers":{"size":"M"}}"#;

fn key(filler: u8) -> SealKey {
    SealKey::new(vec![filler; 32]).unwrap()
}

fn sealing() -> RequestState {
    RequestState::new(key(1))
}

fn ada() -> Principal {
    Principal::new().issuer("https://id.example").client("editor").subject("ada")
}

fn request(principal: Option<&Principal>) -> BoundRequest<'_> {
    BoundRequest {
        server: "shop",
        audience: None,
        method: "tools/call",
        target: "order",
        version: 1,
        arguments: Some(r#"{"pizza":"Margherita","count":2}"#),
        principal,
    }
}

fn seal(state: &RequestState, request: BoundRequest<'_>) -> String {
    let binding = state.bind(request).unwrap();
    state.seal(PAYLOAD, &binding, NOW, &at(NOW)).as_str().to_owned()
}

/// A moment whose randomness is nothing special.
fn at(now: UnixSeconds) -> Moment {
    Moment { now, random: [9; 32] }
}

/// A state that is sealed in each way that there is.
fn ways() -> Vec<RequestState> {
    let ways = [
        sealing(),
        #[cfg(feature = "encrypt")]
        sealing().encrypted(),
    ];
    ways.into()
}

/// The payload of a signed token under the keys of a ring.
fn open_signed(
    ring: &KeyRing,
    token: &str,
    binding: &Binding,
    now: UnixSeconds,
) -> Result<Vec<u8>, Rejected> {
    token::open(token, binding, ring, Protection::Signed, now, NO_LIMIT)
        .map(|opened| opened.payload)
}

fn sign(ring: &KeyRing, binding: &Binding, expiry: UnixSeconds) -> token::Token {
    token::seal(PAYLOAD, binding, ring, Protection::Signed, expiry, &at(NOW))
}

fn open_at(
    state: &RequestState,
    token: &str,
    request: BoundRequest<'_>,
    now: UnixSeconds,
) -> Result<Vec<u8>, Rejected> {
    let opened = state.open(token, &state.bind(request).unwrap(), now, NO_LIMIT);
    opened.map(|opened| opened.payload)
}

fn open(state: &RequestState, token: &str, request: BoundRequest<'_>) -> Result<Vec<u8>, Rejected> {
    open_at(state, token, request, NOW)
}

fn later(seconds: u64) -> UnixSeconds {
    NOW.after(Duration::from_secs(seconds))
}

// The text

#[test]
fn what_was_sealed_is_what_opens() {
    let ada = ada();
    for state in ways() {
        for principal in [None, Some(&ada)] {
            let token = seal(&state, request(principal));
            assert_eq!(open(&state, &token, request(principal)).unwrap(), PAYLOAD);
        }
        let binding = state.bind(request(None)).unwrap();
        let empty = state.seal(b"", &binding, NOW, &at(NOW));
        let opened = state.open(empty.as_str(), &binding, NOW, NO_LIMIT);
        assert_eq!(opened.unwrap().payload, b"");
    }
}

#[test]
fn every_bit_matters() {
    for state in ways() {
        let bytes = URL_SAFE_NO_PAD.decode(seal(&state, request(None))).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let opened = open(&state, &URL_SAFE_NO_PAD.encode(flipped), request(None));
            let expected = match bit / 8 {
                0 => matches!(
                    opened,
                    Err(Rejected::UnknownVersion { .. } | Rejected::OtherProtection { .. })
                ),
                _ => matches!(opened, Err(Rejected::TagMismatch)),
            };
            assert!(expected, "bit {bit}: {opened:?}");
        }
    }
}

#[test]
fn nothing_can_be_cut_off_or_added() {
    for state in ways() {
        let token = seal(&state, request(None));
        for len in 0..token.len() {
            assert!(open(&state, &token[..len], request(None)).is_err(), "{len} characters");
        }
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for len in 0..bytes.len() {
            let front = URL_SAFE_NO_PAD.encode(&bytes[..len]);
            let back = URL_SAFE_NO_PAD.encode(&bytes[bytes.len() - len..]);
            assert!(open(&state, &front, request(None)).is_err(), "the first {len} bytes");
            assert!(open(&state, &back, request(None)).is_err(), "the last {len} bytes");
        }
        for added in ["A", "AA", "AAAA", "=", "==", ".", "-tampered"] {
            assert!(open(&state, &format!("{token}{added}"), request(None)).is_err());
            assert!(open(&state, &format!("{added}{token}"), request(None)).is_err());
        }
    }
}

#[test]
fn any_text_is_refused_without_harm() {
    let mebibyte = 1 << 20;
    let signed = URL_SAFE_NO_PAD.encode([1].repeat(mebibyte));
    let encrypted = URL_SAFE_NO_PAD.encode([2].repeat(mebibyte));
    for text in [
        "",
        "A",
        "AQ",
        "null",
        "{}",
        "🔑",
        "\0",
        &"A".repeat(mebibyte),
        &"é".repeat(mebibyte),
        &signed,
        &encrypted,
    ] {
        for state in ways() {
            assert!(open(&state, text, request(None)).is_err());
        }
    }
}

#[test]
fn a_text_that_is_too_long_is_not_looked_at() {
    let token = seal(&sealing(), request(None));
    let binding = sealing().bind(request(None)).unwrap();
    let len = token.len();

    assert!(sealing().open(&token, &binding, NOW, len).is_ok());

    let too_long = Rejected::TooLong { len, max_len: len - 1 };
    assert_eq!(sealing().open(&token, &binding, NOW, len - 1).unwrap_err(), too_long);
}

#[test]
fn a_state_has_one_spelling() {
    // The last character of a text has up to four bits that say nothing, depending on the length.
    for payload in ["", "1", "22"] {
        let binding = sealing().bind(request(None)).unwrap();
        let token = sealing().seal(payload.as_bytes(), &binding, NOW, &at(NOW)).as_str().to_owned();
        let open = |text: &str| sealing().open(text, &binding, NOW, NO_LIMIT);
        assert!(open(&token).is_ok());

        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let (start, last) = token.split_at(token.len() - 1);
        for other in alphabet.chars().filter(|other| !last.contains(*other)) {
            assert!(open(&format!("{start}{other}")).is_err(), "{other} passes for {last}");
        }
        let padding = "=".repeat((4 - token.len() % 4) % 4);
        for text in [format!("{token}{padding}"), format!(" {token}"), format!("{start}\n{last}")] {
            assert!(text == token || open(&text).is_err(), "{text:?}");
        }
        let classic = token.replace('-', "+").replace('_', "/");
        assert!(classic == token || open(&classic).is_err());
    }
}

#[test]
fn the_wire_form_is_the_documented_one() {
    let binding = Binding::of([b"anything".as_slice()]);
    let token = sign(&KeyRing::new(&key(1)), &binding, NOW);

    let mut derived = [0; 64];
    let secret = [1; 32];
    Hkdf::<Sha256>::new(None, &secret).expand(b"mcp-runtime/state/v1/hmac", &mut derived).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&derived).unwrap();
    for part in [[1].as_slice(), &NOW.0.to_be_bytes(), binding.as_bytes(), PAYLOAD] {
        mac.update(&u64::try_from(part.len()).unwrap().to_be_bytes());
        mac.update(part);
    }
    let tag = mac.finalize().into_bytes();
    let bytes = [[1].as_slice(), &NOW.0.to_be_bytes(), PAYLOAD, &tag].concat();
    assert_eq!(token.as_str(), URL_SAFE_NO_PAD.encode(bytes));
}

#[test]
fn another_version_is_another_tag() {
    let ring = KeyRing::new(&key(1));
    let binding = Binding::of([]);
    let expiry = later(60);
    let tag =
        token::tag(ring.sealing().mac(), 3, expiry, &binding, PAYLOAD).finalize().into_bytes();
    let text = |version: u8| {
        URL_SAFE_NO_PAD
            .encode([[version].as_slice(), &expiry.0.to_be_bytes(), PAYLOAD, &tag].concat())
    };
    let open = |text: &str| open_signed(&ring, text, &binding, NOW);

    assert_eq!(open(&text(3)), Err(Rejected::UnknownVersion { version: 3 }));
    assert_eq!(open(&text(2)), Err(Rejected::OtherProtection { encrypted: true }));
    assert_eq!(open(&text(1)), Err(Rejected::TagMismatch));
}

// The moment

#[test]
fn a_state_goes_stale() {
    for state in ways() {
        let state = state.ttl(Duration::from_secs(60));
        let token = seal(&state, request(None));

        assert!(open_at(&state, &token, request(None), later(59)).is_ok());
        for (seconds, ago) in [(60, 0), (90, 30)] {
            let opened = open_at(&state, &token, request(None), later(seconds));
            assert_eq!(opened, Err(Rejected::Expired { ago }));
        }
    }
}

#[test]
fn a_call_goes_stale_however_quick_its_rounds_are() {
    let state = sealing().ttl(Duration::from_secs(60)).max_call_age(Duration::from_secs(100));
    let binding = state.bind(request(None)).unwrap();
    let last_round = state.seal(PAYLOAD, &binding, NOW, &at(later(90))).as_str().to_owned();

    assert!(open_at(&state, &last_round, request(None), later(99)).is_ok());
    assert_eq!(
        open_at(&state, &last_round, request(None), later(100)),
        Err(Rejected::Expired { ago: 0 })
    );
}

#[test]
fn the_expiry_is_the_earlier_of_the_two() {
    let expiry = |now, started, ttl, age| {
        token::expiry(
            UnixSeconds(now),
            UnixSeconds(started),
            Duration::from_secs(ttl),
            Duration::from_secs(age),
        )
        .0
    };
    assert_eq!(expiry(1000, 1000, 600, 3600), 1600);
    assert_eq!(expiry(4000, 1000, 600, 3600), 4600);
    assert_eq!(expiry(4300, 1000, 600, 3600), 4600);
    assert_eq!(expiry(u64::MAX, 0, u64::MAX, u64::MAX), u64::MAX);
}

#[test]
fn only_a_state_that_is_genuine_is_called_stale() {
    for state in ways() {
        let token = seal(&state, request(None));
        let other = BoundRequest { target: "refund", ..request(None) };
        assert_eq!(open_at(&state, &token, other, later(9999)), Err(Rejected::TagMismatch));
    }
}
