//! Keys: which open, which are refused, and what of them can be seen.

use super::*;

#[test]
fn another_key_does_not_open() {
    let token = seal(&sealing(), request(None));
    for other in [RequestState::new(key(2)), RequestState::ephemeral([2; 32])] {
        assert_eq!(open(&other, &token, request(None)), Err(Rejected::TagMismatch));
    }
}

#[test]
fn a_key_opens_until_it_is_taken_away() {
    let signed: fn(RequestState) -> RequestState = |state| state;
    let ways = [
        signed,
        #[cfg(feature = "encrypt")]
        RequestState::encrypted,
    ];
    for way in ways {
        let ring = |keys: &[u8]| {
            way(RequestState::with_keys(keys.iter().map(|filler| key(*filler))).unwrap())
        };
        let token = seal(&ring(&[1]), request(None));
        let (rotated, settled) = (ring(&[2, 1]), ring(&[2]));

        assert!(open(&rotated, &token, request(None)).is_ok());
        assert_eq!(open(&settled, &token, request(None)), Err(Rejected::TagMismatch));

        let newer = seal(&rotated, request(None));
        assert!(open(&settled, &newer, request(None)).is_ok());
    }
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
    assert_eq!(open_signed(&ring, &forged, &binding, NOW), Err(Rejected::TagMismatch));
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
    let token = sign(&KeyRing::new(&SealKey::new(bytes.to_vec()).unwrap()), &binding, NOW);
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
        let opened = open_signed(&ring, token.as_str(), &binding, at);
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
    let token = state.seal(secret.as_bytes(), &binding, NOW, &at(NOW));

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
