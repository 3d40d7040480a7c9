//! The secret of a call: the same in every round, whatever key seals, and nobody's to know.

use super::*;
use crate::replay::journal::{CallId, Journal};
use crate::state::KeyPlace;

fn call(random: u8) -> CallId {
    Journal::begin(&Moment { now: NOW, random: [random; 32] }).call
}

fn ring(keys: &[u8]) -> RequestState {
    RequestState::with_keys(keys.iter().map(|filler| key(*filler))).unwrap()
}

/// The key that opened a state which `before` had sealed, for a server that has the keys `now`.
fn opened_by(before: &RequestState, now: &RequestState) -> KeyPlace {
    let token = seal(before, request(None));
    let binding = now.bind(request(None)).unwrap();
    now.open(&token, &binding, NOW, NO_LIMIT).unwrap().by
}

#[test]
fn the_name_of_an_effect_is_that_of_its_call_alone() {
    let state = ring(&[1]);
    let name = |call, effect: &str| {
        state.call_secret(call, KeyPlace::default(), None).name_of("effect", effect)
    };
    let charge = name(call(1), "charge");
    assert_eq!(charge, name(call(1), "charge"));
    assert_eq!(charge.len(), 32);
    for other in [name(call(2), "charge"), name(call(1), "refund"), name(call(1), "")] {
        assert_ne!(charge, other);
    }
    let other_key = ring(&[2]).call_secret(call(1), KeyPlace::default(), None);
    assert_ne!(charge, other_key.name_of("effect", "charge"), "who has no key cannot tell it");
}

#[test]
fn a_call_keeps_its_names_when_keys_are_replaced() {
    let (first, both, second, third) = (ring(&[1]), ring(&[2, 1]), ring(&[2]), ring(&[3, 2]));
    let call = call(1);
    let expected = first.call_secret(call, KeyPlace::default(), None).name_of("effect", "charge");

    let by = opened_by(&first, &both);
    assert!(!by.seals());
    let secret = both.call_secret(call, by, None);
    assert_eq!(secret.name_of("effect", "charge"), expected);

    // The next state is sealed by the new key, and the old one is taken away.
    let wrapped = both.wrap(call, &secret);
    let by = opened_by(&both, &second);
    assert_eq!(second.call_secret(call, by, Some(&wrapped)).name_of("effect", "charge"), expected);

    // And once more.
    let by = opened_by(&second, &third);
    let secret = third.call_secret(call, by, Some(&wrapped));
    assert_eq!(secret.name_of("effect", "charge"), expected);
    assert_ne!(third.wrap(call, &secret), wrapped, "it is hidden under the new key");
}

#[test]
fn a_secret_that_travels_does_not_show() {
    let both = ring(&[2, 1]);
    let secret = ring(&[1]).call_secret(call(1), KeyPlace::default(), None);
    let wrapped = both.wrap(call(1), &secret);
    let as_it_is = RequestState::with_keys([key(9)]).unwrap();
    assert_ne!(
        as_it_is
            .call_secret(call(1), KeyPlace::default(), Some(&wrapped))
            .name_of("effect", "charge"),
        secret.name_of("effect", "charge")
    );
    assert_eq!(format!("{secret:?}"), "CallSecret(..)");
}
