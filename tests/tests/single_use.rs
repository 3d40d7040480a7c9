//! Tools that accept each state once: a round that is sent again is refused like a forged one.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::state::{MemorySpentStates, SpendError, Spending, StateUse};
use mcp_runtime::{Peer, RequestState, ServerBuilder, SpentStates};
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Log, Name, sealing};
use serde_json::json;

/// Counts how often it got as far as to pay.
#[derive(Clone, Default)]
struct Paid(Arc<AtomicU32>);

impl Paid {
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Asks twice, and pays.
fn pay(paid: &Paid) -> Tool {
    let paid = paid.clone();
    Tool::new("pay").single_use(true).handler(move |cx, _| {
        let paid = paid.clone();
        Box::pin(async move {
            let who = cx.elicit::<Name>("Whom?").key("who").await.accepted();
            let sure = cx.elicit::<Confirmed>("Sure?").key("sure").await.accepted();
            paid.0.fetch_add(1, Ordering::Relaxed);
            let who = who.map(|who| who.name);
            who.filter(|_| sure.is_some()).unwrap_or_else(|| "nobody".to_owned())
        })
    })
}

fn builder(paid: &Paid) -> ServerBuilder {
    Server::new("bank", "1").request_state(sealing()).tool(pay(paid))
}

fn refused(said: &mcp_tests::Said) -> bool {
    (said.code(), said.error()) == (-32_602, "Invalid or expired requestState")
}

#[tokio::test]
async fn each_state_is_accepted_once() {
    let paid = Paid::default();
    let ada = Caller::who_can_be_asked(builder(&paid).build().unwrap());
    let asked = ada.calls("pay", json!({})).await;
    let sure = ada.answers(&asked, [("who", named("Bob"))]).await;
    assert_eq!(sure.keys(), ["sure"]);
    assert_eq!(ada.answers(&sure, [("sure", yes())]).await.text(), "Bob");

    let log = Log::open();
    assert!(refused(&ada.answers(&sure, [("sure", yes())]).await));
    assert!(log.text().contains("a state was refused"), "{}", log.text());
    assert!(log.text().contains("it was used before"), "{}", log.text());
    assert!(refused(&ada.answers(&asked, [("who", named("Eve"))]).await));
    assert!(refused(&ada.clone().after(599).answers(&sure, [("sure", yes())]).await));
    assert_eq!(paid.count(), 1);

    // Forged ones are refused with the very same words.
    let forged = ada.goes_on(&sure).state("forged").answering([("sure", yes())]).send().await;
    assert!(refused(&forged));
}

#[tokio::test]
async fn a_state_that_came_back_unanswered_is_used_up_and_the_next_one_is_another() {
    let ada = Caller::who_can_be_asked(builder(&Paid::default()).build().unwrap());
    let asked = ada.calls("pay", json!({})).await;
    let again = ada.answers(&asked, []).await;
    assert_eq!(again.keys(), ["who"]);
    assert!(refused(&ada.answers(&asked, [("who", named("Bob"))]).await));
    let sure = ada.answers(&again, [("who", named("Bob"))]).await;
    assert_eq!(ada.answers(&sure, [("sure", yes())]).await.text(), "Bob");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_at_once_one_is_accepted() {
    let paid = Paid::default();
    let ada = Caller::who_can_be_asked(builder(&paid).build().unwrap());
    for round in 1..=200 {
        let asked = ada.calls("pay", json!({})).await;
        let sure = ada.answers(&asked, [("who", named("Bob"))]).await;
        let twice = [0, 1].map(|_| {
            let (ada, sure) = (ada.clone(), sure.clone());
            tokio::spawn(async move { ada.answers(&sure, [("sure", yes())]).await })
        });
        let mut accepted = 0;
        for one in twice {
            let said = one.await.unwrap();
            if said.message().get("result").is_some() {
                accepted += 1;
            } else {
                assert!(refused(&said));
            }
        }
        assert_eq!((accepted, paid.count()), (1, round));
    }
}

/// A store that fails while it is told to, and remembers what it was given.
#[derive(Clone, Default)]
struct Moody {
    fails: Arc<AtomicBool>,
    given: Arc<Mutex<Vec<(String, Duration)>>>,
    store: Arc<MemorySpentStates>,
}

impl SpentStates for Moody {
    fn spend<'a>(&'a self, state: StateUse<'a>) -> Spending<'a> {
        self.given.lock().unwrap().push((state.name(), state.keep_for()));
        if self.fails.load(Ordering::Relaxed) {
            return Box::pin(async { Err(SpendError::new("connection refused")) });
        }
        self.store.spend(state)
    }
}

#[tokio::test]
async fn nothing_is_done_while_the_store_cannot_tell_and_the_state_stays_good() {
    let (store, paid) = (Moody::default(), Paid::default());
    let server = builder(&paid).spent_states(store.clone()).build().unwrap();
    let ada = Caller::who_can_be_asked(server.clone());
    let asked = ada.calls("pay", json!({})).await;
    let sure = ada.answers(&asked, [("who", named("Bob"))]).await;

    store.fails.store(true, Ordering::Relaxed);
    let log = Log::open();
    let failed = ada.answers(&sure, [("sure", yes())]).await;
    let expected = "whether this state was used before can't be checked now; nothing was done: try again later";
    assert_eq!((failed.code(), failed.error()), (-32_603, expected));
    assert!(log.text().contains("connection refused"), "{}", log.text());
    assert!(!failed.raw().contains("connection refused"));
    // A first round has nothing to spend.
    assert_eq!(ada.calls("pay", json!({})).await.keys(), ["who"]);
    let message = ada.goes_on(&sure).answering([("sure", yes())]).message();
    assert_eq!(server.handle(message, &Peer::anonymous()).await.status(), 503);
    assert_eq!(paid.count(), 0);

    store.fails.store(false, Ordering::Relaxed);
    assert_eq!(ada.answers(&sure, [("sure", yes())]).await.text(), "Bob");
}

#[tokio::test]
async fn a_store_is_told_the_server_an_id_and_for_how_long() {
    let store = Moody::default();
    let sealing = sealing().ttl(Duration::from_secs(100));
    let server = builder(&Paid::default()).request_state(sealing).spent_states(store.clone());
    let ada = Caller::who_can_be_asked(server.build().unwrap());
    let asked = ada.calls("pay", json!({})).await;
    let sure = ada.clone().after(30).answers(&asked, [("who", named("Bob"))]).await;
    ada.after(40).answers(&sure, []).await;

    let given = store.given.lock().unwrap().clone();
    let [(first, first_time), (second, second_time)] = &given[..] else { panic!("{given:?}") };
    assert!(first.starts_with("bank:") && first.len() == "bank:".len() + 22, "{first}");
    assert_ne!(first, second);
    // A minute longer than the state lives, as the clocks of two processes differ.
    assert_eq!((first_time.as_secs(), second_time.as_secs()), (70 + 60, 90 + 60));
}

#[tokio::test]
async fn what_is_no_right_request_uses_nothing_up() {
    let store = Moody::default();
    let server = builder(&Paid::default()).spent_states(store.clone()).build().unwrap();
    let ada = Caller::who_can_be_asked(server);
    let asked = ada.calls("pay", json!({})).await;
    let odd = ada.goes_on(&asked).answering_with(json!([1])).wrongly().send().await;
    assert_eq!(odd.code(), -32_602);
    let other = ada.goes_on(&asked).with(&json!({ "to": "Eve" })).send().await;
    assert!(refused(&other));
    assert!(store.given.lock().unwrap().is_empty());
    assert_eq!(ada.answers(&asked, [("who", named("Bob"))]).await.keys(), ["sure"]);
}

#[tokio::test]
async fn other_tools_take_a_state_as_often_as_it_comes() {
    let store = Moody::default();
    let often = pay(&Paid::default()).single_use(false);
    let server = Server::new("bank", "1").request_state(sealing()).spent_states(store.clone());
    let ada = Caller::who_can_be_asked(server.tool(often).build().unwrap());
    let asked = ada.calls("pay", json!({})).await;
    for _ in 0..3 {
        assert_eq!(ada.answers(&asked, [("who", named("Bob"))]).await.keys(), ["sure"]);
    }
    assert!(store.given.lock().unwrap().is_empty());

    // Such a state is not one that can be used up, so a tool that has changed since doesn't take it.
    let stricter = ada.at(builder(&Paid::default()).build().unwrap());
    let log = Log::open();
    assert!(refused(&stricter.answers(&asked, [("who", named("Bob"))]).await));
    assert!(log.text().contains("it has no id to be spent"), "{}", log.text());
}

#[tokio::test]
async fn a_full_memory_accepts_nothing_more_and_the_log_says_what_to_raise() {
    let server = builder(&Paid::default()).spent_states(MemorySpentStates::with_capacity(1));
    let ada = Caller::who_can_be_asked(server.build().unwrap());
    let asked = ada.calls("pay", json!({})).await;
    let sure = ada.answers(&asked, [("who", named("Bob"))]).await;
    let log = Log::open();
    assert_eq!(ada.answers(&sure, [("sure", yes())]).await.code(), -32_603);
    assert!(log.text().contains("MemorySpentStates::with_capacity"), "{}", log.text());
}

#[test]
fn a_key_that_others_may_have_and_a_memory_that_they_do_not_are_warned_about() {
    let warns = |builder: ServerBuilder| {
        let log = Log::open();
        builder.into_service().unwrap();
        log.text().contains("would accept a state again")
    };
    assert!(warns(builder(&Paid::default())));
    assert!(!warns(builder(&Paid::default()).spent_states(MemorySpentStates::new())));
    assert!(!warns(builder(&Paid::default()).request_state(RequestState::ephemeral([1; 32]))));
    let often = Server::new("bank", "1").request_state(sealing());
    assert!(!warns(often.tool(pay(&Paid::default()).single_use(false))));
}
