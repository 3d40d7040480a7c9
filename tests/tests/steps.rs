//! Steps: done once in a call, carried in the journal, never passed off as something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Log, Name, server_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// How often something was done.
#[derive(Clone, Default)]
struct Done(Arc<AtomicU32>);

impl Done {
    fn once_more(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn times(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

async fn name(cx: &Context, key: &str) -> String {
    cx.elicit::<Name>(format!("{key}?"))
        .key(key)
        .await
        .accepted()
        .map_or("-".to_owned(), |name| name.name)
}

fn fine<T>(value: T) -> std::future::Ready<Result<T, String>> {
    std::future::ready(Ok(value))
}

#[tokio::test]
async fn what_a_step_did_is_carried_and_what_is_no_step_is_done_every_round() {
    let (steps, rounds) = (Done::default(), Done::default());
    let (step, round) = (steps.clone(), rounds.clone());
    let tool = Tool::new("order").handler(move |cx, _| {
        let (step, round) = (step.clone(), round.clone());
        Box::pin(async move {
            round.once_more();
            let number = cx.step("number", async { fine(step.once_more()).await }).await?;
            let (first, second) = (name(cx, "first").await, name(cx, "second").await);
            Ok::<_, String>(format!("{number} {first} {second}"))
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("order", json!({})).await;
    let asked = ada.answers(&asked, [("first", named("a"))]).await;
    let done = ada.answers(&asked, [("second", named("b"))]).await;
    assert_eq!(done.text(), "1 a b");
    assert_eq!((steps.times(), rounds.times()), (1, 3));
}

#[tokio::test]
async fn what_failed_is_tried_again_unless_its_failure_is_recorded_too() {
    let tries = Done::default();
    let (some, whole) = (tries.clone(), tries.clone());
    let tool = Tool::new("flaky").handler(move |cx, _| {
        let (some, whole) = (some.clone(), whole.clone());
        Box::pin(async move {
            let failed: Result<u32, String> =
                cx.step("some", async { Err(some.once_more().to_string()) }).await;
            let kept: Result<u32, String> =
                cx.step_whole("whole", async { Err(whole.once_more().to_string()) }).await;
            let unit = cx.step_whole("nothing", async {}).await;
            let who = name(cx, "who").await;
            format!("{failed:?} {kept:?} {unit:?} {who}")
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("flaky", json!({})).await;
    let done = ada.answers(&asked, [("who", named("x"))]).await;
    assert_eq!(done.text(), "Err(\"3\") Err(\"2\") () x");
}

#[tokio::test]
async fn steps_and_asks_have_names_of_their_own_and_loops_count() {
    let tool = Tool::new("names").handler(|cx, _| {
        Box::pin(async move {
            let mut sum = 0;
            for n in 1..=3 {
                sum += cx.step("same", fine(n)).await?;
            }
            let scoped = cx.scope("in").step("same", fine(100)).await?;
            Ok::<_, String>(format!("{sum} {scoped} {}", name(cx, "same").await))
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("names", json!({})).await;
    assert_eq!(asked.keys(), ["same"]);
    assert_eq!(ada.answers(&asked, [("same", named("x"))]).await.text(), "6 100 x");
}

/// A tool whose step has a value of another type in each deployment.
fn quoting<
    T: Serialize + for<'a> Deserialize<'a> + std::fmt::Debug + Clone + Send + Sync + 'static,
>(
    value: T,
    done: &Done,
) -> Tool {
    let done = done.clone();
    Tool::new("quote").handler(move |cx, _| {
        let (value, done) = (value.clone(), done.clone());
        Box::pin(async move {
            let quote = cx
                .step("quote", async {
                    done.once_more();
                    fine(value).await
                })
                .await?;
            Ok::<_, String>(format!("{quote:?} {}", name(cx, "who").await))
        })
    })
}

#[tokio::test]
async fn a_value_that_is_not_of_its_type_any_more_fails_the_call_and_nothing_is_done_again() {
    let done = Done::default();
    let ada = Caller::who_can_be_asked(server_of(quoting(7, &done)));
    let asked = ada.calls("quote", json!({})).await;

    let bob = ada.at(server_of(quoting("seven".to_owned(), &done)));
    let said = bob.answers(&asked, [("who", named("x"))]).await;
    assert_eq!(said.code(), -32_603);
    assert_eq!(
        said.error(),
        "the recorded value of step `quote` is not of its type any more; it is not done a second time"
    );
    assert_eq!(done.times(), 1);
}

fn consented(message: &'static str, done: &Done) -> Tool {
    let done = done.clone();
    Tool::new("pay").handler(move |cx, _| {
        let done = done.clone();
        Box::pin(async move {
            let payer =
                cx.elicit::<Name>(message).key("payer").await.accepted().map(|name| name.name);
            let receipt = cx.step("charge", async { fine(done.once_more()).await }).await?;
            Ok::<_, String>(format!("{payer:?} {receipt} {}", name(cx, "copy").await))
        })
    })
}

#[tokio::test]
async fn a_step_is_not_carried_over_to_a_changed_answer() {
    let done = Done::default();
    let ada = Caller::who_can_be_asked(server_of(consented("Pay 10?", &done)));
    let asked = ada.calls("pay", json!({})).await;
    let asked = ada.answers(&asked, [("payer", named("Ada"))]).await;
    assert_eq!((asked.keys(), done.times()), (vec!["copy".to_owned()], 1));

    let said = ada
        .at(server_of(consented("Pay 99?", &done)))
        .answers(&asked, [("copy", named("x"))])
        .await;
    assert_eq!(said.code(), -32_603);
    assert_eq!(
        said.error(),
        "the question `payer` is not the one that was answered, and step `charge` was done on that answer: \
         the call cannot go on"
    );
    assert_eq!(done.times(), 1);
}

#[tokio::test]
async fn an_answer_that_no_step_came_after_is_simply_asked_for_again() {
    let two = |message: &'static str| {
        Tool::new("two").handler(move |cx, _| {
            Box::pin(async move {
                cx.step("before", fine(1)).await?;
                let first =
                    cx.elicit::<Name>(message).key("first").await.accepted().map(|name| name.name);
                Ok::<_, String>(format!("{first:?} {}", name(cx, "second").await))
            })
        })
    };
    let ada = Caller::who_can_be_asked(server_of(two("old")));
    let asked = ada.calls("two", json!({})).await;
    let asked = ada.answers(&asked, [("first", named("a"))]).await;
    let bob = ada.at(server_of(two("new")));
    let again = bob.answers(&asked, [("second", named("b"))]).await;
    assert_eq!((again.keys(), again.question("first")), (vec!["first".to_owned()], "new"));
    let rest = bob.answers(&again, [("first", named("c"))]).await;
    assert_eq!(bob.answers(&rest, [("second", named("d"))]).await.text(), "Some(\"c\") d");
}

#[tokio::test]
async fn a_step_in_flight_beside_an_ask_is_let_finish_first() {
    let (done, door) = (Done::default(), Arc::new(Semaphore::new(0)));
    let (count, gate) = (done.clone(), Arc::clone(&door));
    let tool = Tool::new("beside").handler(move |cx, _| {
        let (count, gate) = (count.clone(), Arc::clone(&gate));
        Box::pin(async move {
            let work = cx.step("work", async {
                gate.acquire().await.map_err(|error| error.to_string())?.forget();
                fine(count.once_more()).await
            });
            let (worked, who) = tokio::join!(work, name(cx, "who"));
            worked.map(|worked| format!("{worked} {who}"))
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let call = tokio::spawn({
        let ada = ada.clone();
        async move { ada.calls("beside", json!({})).await }
    });
    tokio::task::yield_now().await;
    assert!(!call.is_finished(), "the round waits for the step");
    door.add_permits(1);
    let asked = call.await.unwrap();
    assert_eq!(asked.keys(), ["who"]);
    assert_eq!(ada.answers(&asked, [("who", named("x"))]).await.text(), "1 x");
    assert_eq!(done.times(), 1);
}

#[tokio::test]
async fn a_decline_that_ends_the_call_waits_for_a_step_in_flight() {
    let (done, door) = (Done::default(), Arc::new(Semaphore::new(0)));
    let (count, gate) = (done.clone(), Arc::clone(&door));
    let tool = Tool::new("beside").handler(move |cx, _| {
        let (count, gate) = (count.clone(), Arc::clone(&gate));
        Box::pin(async move {
            let work = cx.step_whole("work", async {
                gate.acquire().await.unwrap().forget();
                count.once_more()
            });
            let forbidden = name(cx, "_mcp.x");
            format!("{:?}", tokio::join!(work, forbidden))
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let call = tokio::spawn(async move { ada.calls("beside", json!({})).await });
    tokio::task::yield_now().await;
    assert!(!call.is_finished());
    door.add_permits(1);
    assert_eq!(call.await.unwrap().code(), -32_603);
    assert_eq!(done.times(), 1, "the step came to its end");
}

#[tokio::test]
async fn a_step_that_was_dropped_half_way_holds_up_nobody() {
    let tool = Tool::new("dropped").handler(|cx, _| {
        Box::pin(async move {
            let mut stuck = cx.step_whole("stuck", std::future::pending::<u8>());
            tokio::select! {
                biased;
                _ = &mut stuck => {}
                () = std::future::ready(()) => {}
            }
            drop(stuck);
            name(cx, "who").await
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("dropped", json!({})).await;
    assert_eq!(asked.keys(), ["who"]);
    assert_eq!(ada.answers(&asked, [("who", named("x"))]).await.text(), "x");
}

#[tokio::test]
async fn an_ask_inside_one_step_lets_another_one_finish() {
    let (done, door) = (Done::default(), Arc::new(Semaphore::new(0)));
    let (count, gate) = (done.clone(), Arc::clone(&door));
    let tool = Tool::new("t").handler(move |cx, _| {
        let (count, gate) = (count.clone(), Arc::clone(&gate));
        Box::pin(async move {
            let charge = cx.step_whole("charge", async {
                gate.acquire().await.unwrap().forget();
                count.once_more()
            });
            // It asks, and comes to its end all the same.
            let asking = cx.step_whole("asking", async {
                tokio::select! {
                    biased;
                    _ = name(cx, "who") => {}
                    () = std::future::ready(()) => {}
                }
            });
            let both = tokio::join!(charge, asking);
            format!("{both:?} {}", name(cx, "after").await)
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let call = tokio::spawn(async move { ada.calls("t", json!({})).await });
    tokio::task::yield_now().await;
    assert!(!call.is_finished(), "the round waits for the step that did not ask");
    door.add_permits(1);
    assert_eq!(call.await.unwrap().code(), -32_603);
    assert_eq!(done.times(), 1, "the step came to its end");
}

/// A value that cannot be written, and tells what it holds when it is.
#[derive(Deserialize)]
struct Talkative;

impl Serialize for Talkative {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no way to write hunter2"))
    }
}

#[tokio::test]
async fn a_value_that_is_no_json_fails_the_call_and_what_it_says_of_itself_goes_nowhere() {
    let tool = Tool::new("odd").handler(|cx, _| {
        Box::pin(async move {
            cx.step_whole("pairs", async { Talkative }).await;
            "done"
        })
    });
    let log = Log::open();
    let said = Caller::of(server_of(tool)).calls("odd", json!({})).await;
    assert_eq!(said.code(), -32_603);
    assert_eq!(said.error(), "the value of step `pairs` cannot be written as JSON and read again");
    let log = log.text();
    assert!(log.contains("pairs") && log.contains("category=Data"), "{log}");
    assert!(!log.contains("hunter2"), "{log}");
}

#[tokio::test]
async fn a_reserved_key_names_no_step_either() {
    let tool = Tool::new("odd").handler(|cx, _| {
        Box::pin(async move { cx.step_whole("_mcp.now", async { 1 }).await.to_string() })
    });
    let said = Caller::of(server_of(tool)).calls("odd", json!({})).await;
    assert_eq!((said.code(), said.error().contains("`_mcp.now` is reserved")), (-32_603, true));
}

#[tokio::test]
async fn a_value_comes_back_as_it_was() {
    let value =
        json!({ "z": null, "a": [1, 2.5, "é\n", 9_007_199_254_740_993_u64, true], "m": {} });
    let expected = value.clone();
    let tool = Tool::new("exact").handler(move |cx, _| {
        let value = value.clone();
        Box::pin(async move {
            let kept: Value = cx.step_whole("value", async { value }).await;
            name(cx, "who").await;
            kept.to_string()
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("exact", json!({})).await;
    let done = ada.answers(&asked, [("who", named("x"))]).await;
    assert_eq!(serde_json::from_str::<Value>(done.text()).unwrap(), expected);
}

/// A try that fails records nothing, and the next one has its name: what it records is found where the first one looks.
#[tokio::test]
async fn a_step_that_is_tried_again_in_one_run_is_done_once() {
    let charged = Done::default();
    let tries = charged.clone();
    let tool = Tool::new("t").handler(move |cx, _| {
        let tries = tries.clone();
        Box::pin(async move {
            let mut receipt = 0;
            for _ in 0..3 {
                let charge = async {
                    let number = tries.once_more();
                    if number == 1 { Err("busy") } else { Ok(number) }
                };
                if let Ok(number) = cx.step("charge", charge).await {
                    receipt = number;
                    break;
                }
            }
            let who = cx.elicit::<Name>(format!("Who? {receipt}")).key("who").await;
            format!("{receipt} {}", who.accepted().is_some())
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("t", json!({})).await;
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "2 true");
    assert_eq!(charged.0.load(Ordering::Relaxed), 2, "one try that failed, and one that did not");
}

/// The round that does a step has what every later one has.
#[tokio::test]
async fn a_value_is_what_is_recorded_of_it_from_the_start() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let price = cx.step_whole("price", async { 907_144.297_893_681_1_f64 }).await;
            let nested = cx.step_whole("nested", async { Some(None::<u8>) }).await;
            let seen = format!("{price:?} {nested:?}");
            let who = cx.elicit::<Name>(format!("Who? {seen}")).key("who").await;
            format!("{seen} {}", who.accepted().is_some())
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("t", json!({})).await;
    let seen = asked.question("who").trim_start_matches("Who? ").to_owned();
    assert_eq!(seen, "907144.2978936811 None");
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), format!("{seen} true"));
}

#[tokio::test]
async fn a_value_that_does_not_come_back_fails_at_once() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move { cx.step_whole("ratio", async { f64::INFINITY }).await.to_string() })
    });
    let said = Caller::of(server_of(tool)).calls("t", json!({})).await;
    assert_eq!(
        (said.code(), said.error()),
        (-32_603, "the value of step `ratio` cannot be written as JSON and read again")
    );
}
