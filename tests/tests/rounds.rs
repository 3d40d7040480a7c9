//! What holds from one round of a call to the next: deadlines, questions that change, the same bytes again.

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Log, Name, Said, accept, decline, server_of};
use serde_json::{Value, json};

fn asker(tool: Tool) -> Caller {
    Caller::who_can_be_asked(server_of(tool))
}

/// Asks with an end, a question before it, and takes the end in hand.
fn patient(seconds: u64) -> Tool {
    Tool::new("patient").handler(move |cx, _| {
        Box::pin(async move {
            let time = Duration::from_secs(seconds);
            let (who, other) = tokio::join!(
                cx.elicit::<Name>("Who?").key("who").timeout(time).fallible(),
                cx.elicit::<Name>("Other?").key("other")
            );
            format!("{:?} {}", who.map(|who| who.accepted().is_some()), other.accepted().is_some())
        })
    })
}

#[tokio::test]
async fn a_timeout_is_a_deadline_over_all_rounds() {
    let ada = asker(patient(60));
    let asked = ada.calls("patient", json!({})).await;

    let in_time = ada.clone().after(59).answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(in_time.keys(), ["other"]);

    // An answer to the other ask does not begin its time anew.
    let again = ada.clone().after(30).answers(&asked, [("other", decline())]).await;
    assert_eq!(again.keys(), ["who"]);
    let late = ada.clone().after(60).answers(&again, [("who", named("Ada"))]).await;
    assert_eq!(late.text(), "Err(TimedOut) false", "an answer that comes later is too late");

    let missed = ada.clone().after(61).answers(&asked, []).await;
    assert_eq!(missed.keys(), ["other"]);
    let done = ada
        .clone()
        .after(62)
        .answers(&missed, [("other", named("x")), ("who", named("Ada"))])
        .await;
    assert_eq!(done.text(), "Err(TimedOut) true", "what timed out stays so");
}

#[tokio::test]
async fn an_ask_that_times_out_ends_the_call_of_a_handler_with_no_place_for_it() {
    let ada = asker(Tool::new("hasty").handler(|cx, _| {
        Box::pin(async move {
            let who = cx.elicit::<Name>("Who?").key("who").timeout(Duration::from_secs(5)).await;
            format!("{}", who.accepted().is_some())
        })
    }));
    let asked = ada.calls("hasty", json!({})).await;
    let late = ada.after(5).answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(late.failure(), "nobody answered `who` in the time given");
}

#[tokio::test]
async fn a_timeout_of_less_than_a_second_is_not_over_before_it_begins() {
    let ada = asker(Tool::new("quick").handler(|cx, _| {
        Box::pin(async move {
            let who =
                cx.elicit::<Name>("Who?").key("who").timeout(Duration::from_millis(500)).await;
            format!("{}", who.accepted().is_some())
        })
    }));
    let asked = ada.calls("quick", json!({})).await;
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "true");
}

fn redeployed(message: &'static str) -> Tool {
    Tool::new("moody").handler(move |cx, _| {
        Box::pin(async move {
            format!("{:?}", cx.elicit::<Confirmed>(message).key("sure").await.accepted().is_some())
        })
    })
}

#[tokio::test]
async fn a_question_that_changes_every_round_fails_the_third_time() {
    let log = Log::open();
    let ada = asker(redeployed("It is 10:00. Sure?"));
    let mut asked = ada.calls("moody", json!({})).await;
    for message in ["It is 10:01. Sure?", "It is 10:02. Sure?"] {
        asked =
            ada.clone().at(server_of(redeployed(message))).answers(&asked, [("sure", yes())]).await;
        assert_eq!(asked.question("sure"), message);
    }
    let failed = ada
        .at(server_of(redeployed("It is 10:03. Sure?")))
        .answers(&asked, [("sure", yes())])
        .await;
    assert_eq!(failed.code(), -32_603);
    assert!(
        failed.error().starts_with("the question `sure` changes every round"),
        "{}",
        failed.error()
    );
    let log = log.text();
    for shown in ["sure", "It is 10:02. Sure? [confirmed]", "It is 10:03. Sure? [confirmed]"] {
        assert!(log.contains(shown), "{shown}: {log}");
    }
    assert!(!log.contains("10:01"), "no more than the last two are kept: {log}");
}

#[tokio::test]
async fn a_question_that_settles_in_between_may_change_again() {
    let ada = asker(redeployed("a"));
    let mut asked = ada.calls("moody", json!({})).await;
    for message in ["b", "c", "c", "d", "e", "e"] {
        asked = ada.clone().at(server_of(redeployed(message))).answers(&asked, []).await;
        assert_eq!(asked.question("sure"), message);
    }
    let done = ada.at(server_of(redeployed("e"))).answers(&asked, [("sure", yes())]).await;
    assert_eq!(done.text(), "true");
}

#[tokio::test]
async fn the_reason_of_asking_again_is_not_part_of_the_question() {
    let ada = asker(redeployed("Sure?"));
    let asked = ada.calls("moody", json!({})).await;
    let again = ada.answers(&asked, [("sure", accept(json!({})))]).await;
    assert_ne!(asked.question("sure"), again.question("sure"));
    assert_eq!(ada.answers(&again, [("sure", yes())]).await.text(), "true");
}

#[tokio::test]
async fn the_same_moment_and_request_have_the_same_bytes() {
    let (ada, twin) = (asker(patient(60)), asker(patient(60)));
    let mut both: Option<(Said, Said)> = None;
    for answers in [[("x", decline())], [("who", named("A"))], [("other", named("B"))]] {
        let next = match &both {
            None => (ada.calls("patient", json!({})).await, twin.calls("patient", json!({})).await),
            Some((one, other)) => {
                (ada.answers(one, answers.clone()).await, twin.answers(other, answers).await)
            }
        };
        assert_eq!(next.0.raw(), next.1.raw());
        both = Some(next);
    }
}

#[tokio::test]
async fn the_state_changes_from_round_to_round() {
    let ada = asker(patient(60));
    let asked = ada.calls("patient", json!({})).await;
    let again: Value = ada.answers(&asked, []).await.state().into();
    assert_ne!(again, asked.state());
}

#[tokio::test]
async fn what_a_handler_went_on_with_instead_of_an_answer_stays_the_same() {
    let tool = Tool::new("order").handler(|cx, _| {
        Box::pin(async move {
            let who = cx.elicit::<Name>("Who?").key("who").otherwise(|| Answer::Decline).await;
            let who = who.accepted().map_or("nobody".to_owned(), |name| name.name);
            let done = format!("done for {who}");
            let done = cx.step("done", async { Ok::<_, String>(done) }).await?;
            let page = cx.elicit_url("Look?", "https://example.com").key("page").await;
            Ok::<_, String>(format!("{done}, then {who} {}", page.accepted().is_some()))
        })
    });
    let ada = asker(tool);
    let pages = ada.clone().who_declares(json!({ "elicitation": { "url": {} } }));
    let both = ada.who_declares(json!({ "elicitation": { "url": {}, "form": {} } }));

    let asked = pages.calls("order", json!({})).await;
    assert_eq!(asked.keys(), ["page"]);
    let done = both.answers(&asked, [("page", json!({ "action": "accept" }))]).await;

    assert_eq!(done.text(), "done for nobody, then nobody true");
}

#[tokio::test]
async fn an_ask_may_become_fallible_after_it_was_polled() {
    let tool = Tool::new("late").handler(|cx, _| {
        Box::pin(async move {
            let mut ask = cx.elicit::<Name>("Who?").key("who");
            std::future::poll_fn(|task| {
                let _ = std::pin::Pin::new(&mut ask).poll(task);
                std::task::Poll::Ready(())
            })
            .await;
            match ask.fallible().await {
                Ok(answer) => answer.accepted().map_or("no".to_owned(), |name| name.name),
                Err(failed) => failed.to_string(),
            }
        })
    });
    let ada = asker(tool);
    let asked = ada.calls("late", json!({})).await;
    assert_eq!(asked.keys(), ["who"]);
    assert_eq!(asked.question("who"), "Who?");
}

/// Who may do what, as it is now.
#[derive(Debug, Default)]
struct Permissions(std::sync::atomic::AtomicBool);

/// Looks whether it is allowed, asks, and acts.
#[mcp_tool]
async fn erase(permissions: &Permissions) -> Result<&'static str, &'static str> {
    if !permissions.0.load(std::sync::atomic::Ordering::SeqCst) {
        return Err("you may not erase anything");
    }

    #[elicit(key = "sure", message = "Erase it all?")]
    let _: Confirmed;

    Ok("erased")
}

/// What stands above an ask is looked at again in the round that acts, unless it is a step.
#[tokio::test]
async fn a_permission_that_is_taken_away_while_somebody_thinks_is_gone() {
    let permissions = std::sync::Arc::new(Permissions::default());
    let state = std::sync::Arc::clone(&permissions);
    let server = Server::new("t", "1").state_as(state).tool(erase).build().unwrap();
    let ada = Caller::who_can_be_asked(server);
    permissions.0.store(true, std::sync::atomic::Ordering::SeqCst);
    let asked = ada.calls("erase", json!({})).await;
    permissions.0.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(
        ada.answers(&asked, [("sure", yes())]).await.failure(),
        "you may not erase anything"
    );
    permissions.0.store(true, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(ada.answers(&asked, [("sure", yes())]).await.text(), "erased");
}
