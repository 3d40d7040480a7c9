//! What encryption is for, beyond what signing does.

use aes_gcm_siv::aead::{Aead as _, Payload};
use aes_gcm_siv::{Aes256GcmSiv, KeyInit as _};

use super::*;

/// A state that is sealed with this randomness.
fn sealed(random: u8) -> Vec<u8> {
    let state = sealing().encrypted();
    let binding = state.bind(request(None)).unwrap();
    let moment = Moment { now: NOW, random: [random; 32] };
    URL_SAFE_NO_PAD.decode(state.seal(PAYLOAD, &binding, NOW, &moment).as_str()).unwrap()
}

#[test]
fn nobody_reads_what_the_client_carries() {
    let signed = URL_SAFE_NO_PAD.decode(seal(&sealing(), request(None))).unwrap();
    let has = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(has(&signed, PAYLOAD), "a signed state can be read");
    let encrypted = sealed(1);
    for part in PAYLOAD.windows(4) {
        assert!(!has(&encrypted, part));
    }
    assert_eq!(encrypted.len(), 1 + 8 + 12 + PAYLOAD.len() + 16, "it says how long it is, no more");
}

#[test]
fn the_same_payload_is_another_text_each_time() {
    let (one, other) = (sealed(1), sealed(2));
    assert_eq!(one[..9], other[..9], "version and expiry");
    assert_ne!(one[9..21], other[9..21], "the nonce");
    assert_ne!(one[21..], other[21..]);
}

#[test]
fn one_protection_does_not_pass_for_the_other() {
    let signed = seal(&sealing(), request(None));
    let encrypted = seal(&sealing().encrypted(), request(None));
    assert_eq!(
        open(&sealing().encrypted(), &signed, request(None)),
        Err(Rejected::OtherProtection { encrypted: false })
    );
    assert_eq!(
        open(&sealing(), &encrypted, request(None)),
        Err(Rejected::OtherProtection { encrypted: true })
    );
}

#[test]
fn the_wire_form_of_encrypted_states_is_the_documented_one() {
    let state = sealing().encrypted();
    let binding = state.bind(request(None)).unwrap();
    let bytes = sealed(7);
    let (expiry, nonce, sealed) = (&bytes[1..9], &bytes[9..21], &bytes[21..]);
    assert_eq!((bytes[0], expiry), (2, later(600).0.to_be_bytes().as_slice()));

    let mut derived = [0; 32];
    Hkdf::<Sha256>::new(None, &[1; 32]).expand(b"mcp-runtime/state/v1/aead", &mut derived).unwrap();
    let mut aad = Vec::new();
    for part in [[2].as_slice(), expiry, binding.as_bytes()] {
        aad.extend_from_slice(&u64::try_from(part.len()).unwrap().to_be_bytes());
        aad.extend_from_slice(part);
    }
    let cipher = Aes256GcmSiv::new(&derived.into());
    let nonce: [u8; 12] = nonce.try_into().unwrap();
    let opened = cipher.decrypt(&nonce.into(), Payload { msg: sealed, aad: &aad });
    assert_eq!(opened.unwrap(), PAYLOAD);
}

#[test]
fn an_encrypted_state_belongs_to_its_request_and_caller() {
    let state = sealing().encrypted();
    let ada = ada();
    let eve = Principal::new().issuer("https://id.example").client("editor").subject("eve");
    let token = seal(&state, request(Some(&ada)));
    for other in [
        request(None),
        request(Some(&eve)),
        BoundRequest { target: "refund", ..request(Some(&ada)) },
        BoundRequest { version: 2, ..request(Some(&ada)) },
        BoundRequest { arguments: Some(r#"{"pizza":"Funghi"}"#), ..request(Some(&ada)) },
    ] {
        assert_eq!(open(&state, &token, other), Err(Rejected::TagMismatch));
    }
}
