//! What is recorded by itself: the moment, and randomness.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::time::UNIX_EPOCH;

use mcp_runtime::prelude::*;
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Name, server_of};
use serde_json::json;

/// Tells what it took from outside, before and after it asks.
fn curious() -> Tool {
    Tool::new("curious").handler(|cx, _| {
        Box::pin(async move {
            let began = cx.now();
            let mut taken = vec![cx.uuid(), cx.uuid(), cx.random().to_string()];
            for item in ["a", "b"] {
                taken.push(cx.scope(item).uuid());
            }
            let who = cx.elicit::<Name>(format!("Who? {}", taken.join(" "))).key("who").await;
            taken.push(cx.random().to_string());
            let sure = cx.elicit::<Confirmed>("Sure?").key("sure").await;
            let seconds =
                |time: std::time::SystemTime| time.duration_since(UNIX_EPOCH).map(|t| t.as_secs());
            let (began, now) = (seconds(began), seconds(cx.now()));
            let waited = now.ok().zip(began.ok()).map(|(now, began)| now - began);
            let heard = (who.accepted().is_some(), sure.accepted().is_some());
            format!("{} {heard:?} {waited:?}", taken.join(" "))
        })
    })
}

#[tokio::test]
async fn the_moment_and_randomness_are_the_same_in_every_round() {
    let ada = Caller::who_can_be_asked(server_of(curious()));
    let asked = ada.calls("curious", json!({})).await;
    let question = asked.question("who").to_owned();
    let taken: Vec<&str> = question.split(' ').skip(1).collect();
    let different: std::collections::BTreeSet<&str> = taken.iter().copied().collect();
    assert_eq!((taken.len(), different.len()), (5, 5), "each is another one: {taken:?}");

    // Asked again: had anything changed, the question would be another one.
    let again = ada.answers(&asked, []).await;
    assert_eq!(again.question("who"), question);
    let later = ada.clone().after(40);
    let sure = later.answers(&again, [("who", named("Ada"))]).await;
    let done = later.clone().after(2).answers(&sure, [("sure", yes())]).await;
    assert!(done.text().starts_with(&taken.join(" ")), "{}", done.text());
    assert!(done.text().ends_with(" (true, true) Some(42)"), "{}", done.text());

    // A round that is sent twice has the same too, once it was recorded.
    let once_more = later.clone().after(2).answers(&sure, [("sure", yes())]).await;
    assert_eq!(once_more.text(), done.text());

    // Another call has its own.
    let other = ada.calls("curious", json!({})).await;
    assert!(taken.iter().all(|one| !other.question("who").contains(one)), "{}", other.raw());
}

#[tokio::test]
async fn nothing_was_done_by_taking_the_time() {
    let stamped = |message: &'static str| {
        Tool::new("t").handler(move |cx, _| {
            Box::pin(async move {
                let who = cx.elicit::<Name>(message).key("who").await;
                let id = cx.uuid();
                let sure = cx.elicit::<Confirmed>("Sure?").key("sure").await;
                format!("{} {} {}", who.accepted().is_some(), sure.accepted().is_some(), id.len())
            })
        })
    };
    let ada = Caller::who_can_be_asked(server_of(stamped("Who?")));
    let asked = ada.calls("t", json!({})).await;
    let sure = ada.answers(&asked, [("who", named("Ada"))]).await;
    let moved = ada.at(server_of(stamped("Who is it?")));
    let again = moved.answers(&sure, [("sure", yes())]).await;
    assert_eq!(
        again.keys(),
        ["who"],
        "a question that changed is asked again, as no step was done"
    );
    let sure = moved.answers(&again, [("who", named("Eve"))]).await;
    assert_eq!(moved.answers(&sure, [("sure", yes())]).await.text(), "true true 36");
}

#[tokio::test]
async fn a_handler_cannot_reach_what_the_framework_recorded() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let id = cx.uuid();
            let _ = cx.elicit::<Confirmed>("Sure?").key("sure").await;
            let stolen = cx.step_whole("_mcp.uuid_1", async { id.clone() }).await;
            format!("{id} {stolen}")
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("t", json!({})).await;
    let said = ada.answers(&asked, [("sure", yes())]).await;
    assert!(said.error().starts_with("the key `_mcp.uuid_1` is reserved"), "{}", said.raw());
}

#[tokio::test]
async fn what_a_step_takes_is_in_its_value_and_moves_nothing_behind_it() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let inside =
                cx.step_whole("mixed", async { format!("{} {}", cx.uuid(), cx.random()) }).await;
            let taken = format!("{inside} {} {}", cx.uuid(), cx.random());
            let sure = cx.elicit::<Confirmed>(taken.clone()).key("sure").await;
            format!("{} {taken}", sure.accepted().is_some())
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("t", json!({})).await;
    let question = asked.question("sure").to_owned();
    let different: std::collections::BTreeSet<&str> = question.split(' ').collect();
    assert_eq!(different.len(), 4, "{question}");

    let again = ada.answers(&asked, []).await;
    assert_eq!(again.question("sure"), question);
    let done = ada.answers(&again, [("sure", yes())]).await;
    assert_eq!(done.text(), format!("true {question}"));
}
