//! Names for effects: the same in every round of a call, different for every other, and nobody's to guess.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeSet;

use mcp_runtime::prelude::*;
use mcp_runtime::{RequestState, SealKey};
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Name, key, server_of};
use serde_json::json;

/// Asks twice, and shows each time the names that it has for its effects.
fn payer() -> Tool {
    Tool::new("pay").handler(|cx, _| {
        Box::pin(async move {
            let shown = || {
                let scoped = cx.scope("item").idempotency_key("charge");
                [cx.idempotency_key("charge"), cx.idempotency_key("refund"), scoped].join(" ")
            };
            let who = cx.elicit::<Name>("Whom?").key("who").await.accepted();
            let first = shown();
            let sure = cx.elicit::<Confirmed>(first.clone()).key("sure").await.accepted();
            format!("{} {first} {}", who.is_some() && sure.is_some(), shown())
        })
    })
}

fn server(keys: impl IntoIterator<Item = SealKey>) -> Server {
    let sealing = RequestState::with_keys(keys).unwrap();
    Server::new("test", "1.0.0").request_state(sealing).tool(payer()).build().unwrap()
}

#[tokio::test]
async fn a_name_is_the_same_in_every_round_and_another_for_each_call_effect_and_scope() {
    let ada = Caller::who_can_be_asked(server_of(payer()));
    let mut all = BTreeSet::new();
    for _ in 0..2 {
        let asked = ada.calls("pay", json!({})).await;
        let sure = ada.answers(&asked, [("who", named("Bob"))]).await;
        let names = sure.question("sure").to_owned();
        let done = ada.answers(&sure, [("sure", yes())]).await;
        assert_eq!(done.text(), format!("true {names} {names}"));
        // A round that is sent twice has the same: that is what they are for.
        assert_eq!(ada.answers(&sure, [("sure", yes())]).await.text(), done.text());
        all.extend(names.split(' ').map(str::to_owned));
    }
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|name| name.len() == 32), "{all:?}");
}

#[tokio::test]
async fn a_name_stays_the_same_when_keys_are_replaced_in_the_middle_of_a_call() {
    let old = Caller::who_can_be_asked(server([key(1)]));
    let asked = old.calls("pay", json!({})).await;
    let names = old.answers(&asked, [("who", named("Bob"))]).await.question("sure").to_owned();

    let both = old.clone().at(server([key(2), key(1)]));
    let sure = both.answers(&asked, [("who", named("Bob"))]).await;
    assert_eq!(sure.question("sure"), names);

    let new = old.at(server([key(2)]));
    let again = new.answers(&sure, []).await;
    assert_eq!(again.question("sure"), names);
    let last = new.clone().at(server([key(3), key(2)]));
    assert_eq!(
        last.answers(&again, [("sure", yes())]).await.text(),
        format!("true {names} {names}")
    );
}

#[tokio::test]
async fn who_does_not_have_the_key_cannot_tell_a_name() {
    // The same moment and randomness, so that the calls have one id, which a signed state shows.
    let names = async |server| {
        let ada = Caller::who_can_be_asked(server);
        let asked = ada.calls("pay", json!({})).await;
        ada.answers(&asked, [("who", named("Bob"))]).await.question("sure").to_owned()
    };
    assert_eq!(names(server([key(1)])).await, names(server([key(1)])).await);
    assert_ne!(names(server([key(1)])).await, names(server([key(2)])).await);
}

#[tokio::test]
async fn no_scope_and_name_together_are_those_of_another() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let names = [
                cx.idempotency_key("a/b/c"),
                cx.scope("a").idempotency_key("b/c"),
                cx.scope("a/b").idempotency_key("c"),
            ];
            names.iter().collect::<BTreeSet<_>>().len().to_string()
        })
    });
    assert_eq!(Caller::of(server_of(tool)).calls("t", json!({})).await.text(), "3");
}
