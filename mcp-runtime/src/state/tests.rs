//! The rows of the table in [`super`], each as an attack that fails.

use std::{env::VarError, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use super::{
    BindError, Binder, Binding, BoundRequest, EntryProblem, KeyError, KeyTooShort,
    OriginatingRequest, Principal, Rejected, RequestState, SealKey, key::KeyRing, token,
};
use crate::moment::UnixSeconds;

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
    state.seal(PAYLOAD, &binding, NOW, NOW).into_string()
}

fn open_at(
    state: &RequestState,
    token: &str,
    request: BoundRequest<'_>,
    now: UnixSeconds,
) -> Result<Vec<u8>, Rejected> {
    state.open(token, &state.bind(request).unwrap(), now, NO_LIMIT)
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
    for principal in [None, Some(&ada)] {
        let token = seal(&sealing(), request(principal));
        assert_eq!(open(&sealing(), &token, request(principal)).unwrap(), PAYLOAD);
    }
    let binding = sealing().bind(request(None)).unwrap();
    let empty = sealing().seal(b"", &binding, NOW, NOW);
    assert_eq!(sealing().open(empty.as_str(), &binding, NOW, NO_LIMIT).unwrap(), b"");
}

#[test]
fn every_bit_matters() {
    let token = seal(&sealing(), request(None));
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let opened = open(&sealing(), &URL_SAFE_NO_PAD.encode(flipped), request(None));
        let expected =
            matches!(opened, Err(Rejected::TagMismatch | Rejected::UnknownVersion { .. }));
        assert!(expected, "bit {bit}: {opened:?}");
    }
}

#[test]
fn nothing_can_be_cut_off_or_added() {
    let token = seal(&sealing(), request(None));
    for len in 0..token.len() {
        assert!(open(&sealing(), &token[..len], request(None)).is_err(), "{len} characters");
    }
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    for len in 0..bytes.len() {
        let front = URL_SAFE_NO_PAD.encode(&bytes[..len]);
        let back = URL_SAFE_NO_PAD.encode(&bytes[bytes.len() - len..]);
        assert!(open(&sealing(), &front, request(None)).is_err(), "the first {len} bytes");
        assert!(open(&sealing(), &back, request(None)).is_err(), "the last {len} bytes");
    }
    for added in ["A", "AA", "AAAA", "=", "==", ".", "-tampered"] {
        assert!(open(&sealing(), &format!("{token}{added}"), request(None)).is_err());
        assert!(open(&sealing(), &format!("{added}{token}"), request(None)).is_err());
    }
}

#[test]
fn any_text_is_refused_without_harm() {
    let mebibyte = 1 << 20;
    let versioned = URL_SAFE_NO_PAD.encode([1].repeat(mebibyte));
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
        &versioned,
    ] {
        assert!(open(&sealing(), text, request(None)).is_err());
    }
}

#[test]
fn a_text_that_is_too_long_is_not_looked_at() {
    let token = seal(&sealing(), request(None));
    let binding = sealing().bind(request(None)).unwrap();
    let len = token.len();

    assert!(sealing().open(&token, &binding, NOW, len).is_ok());

    let too_long = Rejected::TooLong { len, max_len: len - 1 };
    assert_eq!(sealing().open(&token, &binding, NOW, len - 1), Err(too_long));
}

#[test]
fn a_state_has_one_spelling() {
    // The last character of a text has up to four bits that say nothing, depending on the length.
    for payload in ["", "1", "22"] {
        let binding = sealing().bind(request(None)).unwrap();
        let token = sealing().seal(payload.as_bytes(), &binding, NOW, NOW).into_string();
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
    let token = token::seal(PAYLOAD, &binding, &KeyRing::new(&key(1)), NOW);

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
    let tag = token::tag(ring.sealing(), 2, expiry, &binding, PAYLOAD).finalize().into_bytes();
    let text = |version: u8| {
        URL_SAFE_NO_PAD
            .encode([[version].as_slice(), &expiry.0.to_be_bytes(), PAYLOAD, &tag].concat())
    };
    let open = |text: &str| token::open(text, &binding, &ring, NOW, NO_LIMIT);

    assert_eq!(open(&text(2)), Err(Rejected::UnknownVersion { version: 2 }));
    assert_eq!(open(&text(1)), Err(Rejected::TagMismatch));
}

// The moment

#[test]
fn a_state_goes_stale() {
    let state = sealing().ttl(Duration::from_secs(60));
    let token = seal(&state, request(None));

    assert!(open_at(&state, &token, request(None), later(59)).is_ok());
    assert_eq!(
        open_at(&state, &token, request(None), later(60)),
        Err(Rejected::Expired { ago: 0 })
    );
    assert_eq!(
        open_at(&state, &token, request(None), later(90)),
        Err(Rejected::Expired { ago: 30 })
    );
}

#[test]
fn a_call_goes_stale_however_quick_its_rounds_are() {
    let state = sealing().ttl(Duration::from_secs(60)).max_call_age(Duration::from_secs(100));
    let binding = state.bind(request(None)).unwrap();
    assert_eq!(state.call_age_limit(), Duration::from_secs(100));
    let last_round = state.seal(PAYLOAD, &binding, NOW, later(90)).into_string();

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
    let token = seal(&sealing(), request(None));
    let other = BoundRequest { target: "refund", ..request(None) };
    assert_eq!(open_at(&sealing(), &token, other, later(9999)), Err(Rejected::TagMismatch));
}

// Who asks, and for what

#[test]
fn a_state_belongs_to_its_caller() {
    let ada = ada();
    let token = seal(&sealing(), request(Some(&ada)));
    let others = [
        ada.clone().subject("eve"),
        ada.clone().client("other"),
        ada.clone().issuer("https://evil.example"),
        Principal { client: None, ..ada.clone() },
        Principal { issuer: None, ..ada.clone() },
        Principal { issuer: ada.client.clone(), client: ada.issuer.clone(), ..ada.clone() },
    ];
    for other in &others {
        let opened = open(&sealing(), &token, request(Some(other)));
        assert_eq!(opened, Err(Rejected::TagMismatch), "{other:?}");
    }
    // What the token allows may change while a person thinks; who it stands for may not.
    let rescoped = ada.scopes(["orders"]).claim("jti", "2");
    assert!(open(&sealing(), &token, request(Some(&rescoped))).is_ok());
}

#[test]
fn nobody_is_not_somebody() {
    let ada = ada();
    let with = seal(&sealing(), request(Some(&ada)));
    let without = seal(&sealing(), request(None));

    assert_eq!(open(&sealing(), &with, request(None)), Err(Rejected::TagMismatch));
    assert_eq!(open(&sealing(), &without, request(Some(&ada))), Err(Rejected::TagMismatch));
}

#[test]
fn a_token_without_a_subject_identifies_nobody() {
    let anonymous = Principal { subject: None, ..ada() };
    for principal in [anonymous.clone(), anonymous.clone().subject("")] {
        let refused = sealing().bind(request(Some(&principal))).unwrap_err();
        assert!(matches!(refused, BindError::NoSubject));
        assert!(refused.to_string().contains("subject(|token| …)"), "{refused}");
    }

    let by_object = || {
        let binder = OriginatingRequest::new()
            .subject(|token| token.claims.get("oid")?.as_str().map(str::to_owned));
        sealing().binder(binder)
    };
    let first = anonymous.clone().claim("oid", "1");
    let second = anonymous.clone().claim("oid", "2");
    let token = seal(&by_object(), request(Some(&first)));

    assert!(open(&by_object(), &token, request(Some(&first))).is_ok());
    assert_eq!(open(&by_object(), &token, request(Some(&second))), Err(Rejected::TagMismatch));
    assert!(matches!(by_object().bind(request(Some(&ada()))), Err(BindError::NoSubject)));
}

#[test]
fn a_state_belongs_to_its_request() {
    let original = request(None);
    let token = seal(&sealing(), original);
    for (what, other) in [
        ("server", BoundRequest { server: "bank", ..original }),
        ("method", BoundRequest { method: "prompts/get", ..original }),
        ("target", BoundRequest { target: "refund", ..original }),
        ("version", BoundRequest { version: 2, ..original }),
        (
            "argument",
            BoundRequest { arguments: Some(r#"{"pizza":"Margherita","count":3}"#), ..original },
        ),
        ("absent arguments", BoundRequest { arguments: None, ..original }),
        ("borders of parts", BoundRequest { method: "tools/callo", target: "rder", ..original }),
    ] {
        assert_eq!(open(&sealing(), &token, other), Err(Rejected::TagMismatch), "{what}");
    }
}

#[test]
fn a_state_belongs_to_its_audience() {
    let shop = || sealing().audience("https://shop.example");
    let token = seal(&shop(), request(None));

    assert!(open(&shop(), &token, request(None)).is_ok());
    for other in [sealing(), sealing().audience("https://bank.example"), sealing().audience("")] {
        assert_eq!(open(&other, &token, request(None)), Err(Rejected::TagMismatch), "{other:?}");
    }
    let empty = seal(&sealing().audience(""), request(None));
    assert_eq!(open(&sealing(), &empty, request(None)), Err(Rejected::TagMismatch));
}

#[test]
fn arguments_may_be_written_in_any_way() {
    let token = seal(&sealing(), request(None));
    for arguments in [
        r#"{"count":2,"pizza":"Margherita"}"#,
        "{ \"pizza\" : \"Margherita\",\n\t\"count\" : 2.0 }",
        r#"{"p\u0069zza":"\u004dargherita","count":20e-1}"#,
    ] {
        let spelled = BoundRequest { arguments: Some(arguments), ..request(None) };
        assert!(open(&sealing(), &token, spelled).is_ok(), "{arguments}");
    }
    let without = seal(&sealing(), BoundRequest { arguments: None, ..request(None) });
    let empty = BoundRequest { arguments: Some(" { } "), ..request(None) };
    assert!(open(&sealing(), &without, empty).is_ok());
}

#[test]
fn an_argument_that_is_there_twice_is_refused() {
    let twice = BoundRequest { arguments: Some(r#"{"count":2,"count":200}"#), ..request(None) };
    assert!(matches!(sealing().bind(twice), Err(BindError::Arguments(_))));
}

#[test]
fn parts_do_not_run_into_each_other() {
    let of = |parts: &[&str]| {
        Binding::of(parts.iter().map(|part| part.as_bytes())).as_bytes().to_owned()
    };
    assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    // What stands between two parts can be written into one of them.
    assert_ne!(of(&["a\u{1}b", "c"]), of(&["a", "b\u{1}c"]));
    assert_ne!(of(&["a\u{1}\0\0\0\0\0\0\0\u{1}b"]), of(&["a", "b"]));
    assert_ne!(of(&["abc"]), of(&["abc", ""]));
    assert_ne!(of(&["", "abc"]), of(&["abc", ""]));
    assert_ne!(of(&[]), of(&[""]));
    assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
}

#[test]
fn a_binder_of_ones_own_decides() {
    struct Tenant;
    impl Binder for Tenant {
        fn bind(&self, request: &BoundRequest<'_>) -> Result<Binding, BindError> {
            let principal = request.principal().ok_or_else(|| BindError::refused("no token"))?;
            let tenant = principal.claims.get("tenant").and_then(|tenant| tenant.as_str());
            let tenant = tenant.ok_or(BindError::NoSubject)?;
            let audience = request.audience().unwrap_or_default();
            Ok(Binding::of([tenant.as_bytes(), audience.as_bytes(), &request.arguments_digest()?]))
        }
    }
    let state = || sealing().binder(Tenant).audience("https://shop.example");
    let (ada, bob) = (ada().claim("tenant", "acme"), ada().subject("bob").claim("tenant", "acme"));
    let eve = ada.clone().claim("tenant", "evil");
    let token = seal(&state(), request(Some(&ada)));

    assert!(open(&state(), &token, request(Some(&bob))).is_ok());
    assert!(open(&state(), &token, request(Some(&eve))).is_err());
    assert!(open(&state().audience("https://bank.example"), &token, request(Some(&ada))).is_err());
    let refused = state().bind(request(None)).unwrap_err();
    assert_eq!(refused.to_string(), "the binder refuses the request: no token");
}

// Keys

#[test]
fn another_key_does_not_open() {
    let token = seal(&sealing(), request(None));
    for other in [RequestState::new(key(2)), RequestState::ephemeral([2; 32])] {
        assert_eq!(open(&other, &token, request(None)), Err(Rejected::TagMismatch));
    }
}

#[test]
fn a_key_opens_until_it_is_taken_away() {
    let token = seal(&RequestState::with_keys([key(1)]).unwrap(), request(None));
    let rotated = RequestState::with_keys([key(2), key(1)]).unwrap();
    let settled = RequestState::with_keys([key(2)]).unwrap();

    assert!(open(&rotated, &token, request(None)).is_ok());
    assert_eq!(open(&settled, &token, request(None)), Err(Rejected::TagMismatch));

    let newer = seal(&rotated, request(None));
    assert!(open(&settled, &newer, request(None)).is_ok());
}

#[test]
fn a_configured_key_is_not_itself_the_key_of_a_tag() {
    let binding = Binding::of([]);
    let expiry = later(60);
    let raw = Hmac::<Sha256>::new_from_slice(&[1; 32]).unwrap();
    let tag = token::tag(raw, 1, expiry, &binding, PAYLOAD).finalize().into_bytes();
    let forged =
        URL_SAFE_NO_PAD.encode([[1].as_slice(), &expiry.0.to_be_bytes(), PAYLOAD, &tag].concat());
    let ring = KeyRing::new(&key(1));
    assert_eq!(token::open(&forged, &binding, &ring, NOW, NO_LIMIT), Err(Rejected::TagMismatch));
}

#[test]
fn a_short_key_is_refused() {
    assert_eq!(SealKey::new(vec![1; 31]).unwrap_err(), KeyTooShort { len: 31 });
    assert_eq!(SealKey::new(Vec::new()).unwrap_err(), KeyTooShort { len: 0 });
    assert!(SealKey::new(vec![1; 32]).is_ok());
    assert!(matches!(RequestState::with_keys([]), Err(KeyError::NoKeys)));
}

/// What a server makes of a variable that holds `text`.
fn configured(text: &str) -> Result<KeyRing, KeyError> {
    KeyRing::from_variable("KEYS", Ok(text.to_owned()))
}

#[test]
fn a_key_can_be_written_in_hex_and_in_base64() {
    let bytes = [0xfb; 32];
    let binding = Binding::of([]);
    let token =
        token::seal(PAYLOAD, &binding, &KeyRing::new(&SealKey::new(bytes.to_vec()).unwrap()), NOW);
    let at = UnixSeconds(0);
    let standard = "+/v7".repeat(10) + "+/s=";
    for text in [
        "fb".repeat(32),
        "FB".repeat(32),
        format!("  {}\n", "fb".repeat(32)),
        standard.clone(),
        standard.trim_end_matches('=').to_owned(),
        standard.replace('+', "-").replace('/', "_"),
        standard.replace('+', "-").replace('/', "_").trim_end_matches('=').to_owned(),
        format!("{}, {standard}", "00".repeat(32)),
    ] {
        let ring = configured(&text).unwrap();
        let opened = token::open(token.as_str(), &binding, &ring, at, NO_LIMIT);
        assert_eq!(opened.unwrap(), PAYLOAD, "{text}");
    }
}

#[test]
fn a_bad_entry_is_named_and_never_shown() {
    let good = "ab".repeat(32);
    let half = "cd".repeat(16);
    for (text, position, expected) in [
        (format!("{good},"), 2, EntryProblem::Empty),
        (format!(",{good}"), 1, EntryProblem::Empty),
        (format!("{good},hunter2!"), 2, EntryProblem::NotEncoded),
        (format!("{good},{good}a"), 2, EntryProblem::NotEncoded),
        (format!("{good},{good} {good}"), 2, EntryProblem::NotEncoded),
        (format!("{good},{good},{half}"), 3, EntryProblem::TooShort(KeyTooShort { len: 16 })),
        // As base64 this would be 33 bytes, of which no more than 22 can be random.
        ("cd".repeat(22), 1, EntryProblem::TooShort(KeyTooShort { len: 22 })),
        ("c2hvcnQ=".to_owned(), 1, EntryProblem::TooShort(KeyTooShort { len: 5 })),
    ] {
        let error = configured(&text).unwrap_err();
        let KeyError::Entry { position: at, problem, .. } = &error else { panic!("{error}") };
        assert_eq!((*at, *problem), (position, expected), "{text}");
        let said = format!("{error} {error:?}");
        assert!(said.contains("openssl rand -base64 32") && said.contains("KEYS"), "{said}");
        for secret in ["ab".repeat(4), "cd".repeat(4), "hunter2".to_owned(), "c2hv".to_owned()] {
            assert!(!said.contains(&secret), "{said}");
        }
    }
}

#[test]
fn a_variable_that_is_missing_or_empty_is_an_error() {
    assert!(matches!(configured(""), Err(KeyError::Empty { .. })));
    assert!(matches!(configured(" \n"), Err(KeyError::Empty { .. })));
    let missing = RequestState::from_env("MCP_RUNTIME_NO_SUCH_VARIABLE").unwrap_err();
    assert!(matches!(missing, KeyError::Missing { .. }));
    let odd =
        KeyRing::from_variable("KEYS", Err(VarError::NotUnicode("hunter2".into()))).unwrap_err();
    assert!(matches!(odd, KeyError::NotUnicode { .. }) && !format!("{odd:?}").contains("hunter2"));
}

#[test]
fn a_key_of_this_process_says_so() {
    assert!(RequestState::ephemeral([3; 32]).is_ephemeral());
    assert!(!sealing().is_ephemeral());
    let token = seal(&RequestState::ephemeral([3; 32]), request(None));
    assert!(open(&RequestState::ephemeral([3; 32]), &token, request(None)).is_ok());
}

// What can be seen

#[test]
fn secrets_do_not_show() {
    let principal = ada().claim("email", "ada@example.org");
    let secret = "Margherita";
    let bound = request(Some(&principal));
    let state =
        RequestState::new(SealKey::new(b"hunter2!hunter2!hunter2!hunter2!".to_vec()).unwrap());
    let binding = state.bind(bound).unwrap();
    let token = state.seal(secret.as_bytes(), &binding, NOW, NOW);

    assert_eq!(format!("{:?}", key(1)), "SealKey(..)");
    assert_eq!(format!("{token:?}"), "Token(..)");
    assert_eq!(format!("{binding:?}"), "Binding(..)");
    let shown = format!("{state:?} {state:#?} {bound:?} {principal:?} {principal:#?}");
    for hidden in [secret, "hunter2", "104, 117", "ada@example.org"] {
        assert!(!shown.contains(hidden), "{shown}");
    }
    assert!(shown.contains("email") && shown.contains("KeyRing(1 of them)"), "{shown}");
}

/// Doesn't compile if the type has the trait.
macro_rules! lacks {
    ($type:ty: $($bound:path),+) => {$(
        const _: fn() = || {
            struct Has;
            trait Either<T> { fn pick() {} }
            impl<T: ?Sized> Either<()> for T {}
            impl<T: ?Sized + $bound> Either<Has> for T {}
            <$type as Either<_>>::pick();
        };
    )+};
}

lacks!(SealKey: Clone, PartialEq, std::fmt::Display, serde::Serialize, AsRef<[u8]>, std::ops::Deref);
lacks!(KeyRing: Clone, PartialEq, std::fmt::Display, serde::Serialize);
lacks!(RequestState: Clone, PartialEq, std::fmt::Display, serde::Serialize);
lacks!(token::Token: Clone, PartialEq, std::fmt::Display, serde::Serialize);

#[test]
fn claims_can_be_looked_at_by_a_binder() {
    assert_eq!(ada().claim("groups", json!(["a"])).claims["groups"], json!(["a"]));
}
