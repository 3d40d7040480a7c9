//! Who asks, and for what: a state belongs to both.

use super::*;

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

#[test]
fn a_part_that_is_missing_does_not_let_the_next_take_its_place() {
    let state = sealing();
    let issued = Principal::new().issuer("acme").subject("ada");
    let used = Principal::new().client("acme").subject("ada");
    let token = seal(&state, request(Some(&issued)));

    assert!(open(&state, &token, request(Some(&issued))).is_ok());
    assert!(open(&state, &token, request(Some(&used))).is_err());
}

#[test]
fn a_binder_sees_the_whole_request() {
    struct Looks;
    impl Binder for Looks {
        fn bind(&self, request: &BoundRequest<'_>) -> Result<Binding, BindError> {
            assert_eq!(request.server(), "shop");
            assert_eq!(request.audience(), Some("https://shop.example"));
            assert_eq!(request.method(), "tools/call");
            assert_eq!(request.target(), "order");
            assert_eq!(request.version(), 7);
            assert_eq!(request.arguments(), Some(r#"{"pizza":"Margherita","count":2}"#));
            assert_eq!(request.principal(), Some(&ada()));
            Ok(Binding::of([b"bound".as_slice()]))
        }
    }
    let state = sealing().audience("https://shop.example").binder(Looks);
    let ada = ada();

    assert!(state.bind(BoundRequest { version: 7, ..request(Some(&ada)) }).is_ok());
}
