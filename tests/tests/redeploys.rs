//! A program that is replaced while a conversation is under way: what becomes of the call, change by change.
//!
//! Each row begins a call on the first version, goes on with another one, and has a line for every reply from then
//! on. `docs/guide/rounds.md` documents the outcomes.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::prelude::*;
use mcp_tests::{Caller, Name, Said, accept, sealing};
use serde_json::{Value, json};

/// What was booked, and how often.
#[derive(Debug, Default)]
struct Bookings(AtomicUsize);

impl Bookings {
    fn book(&self) -> impl Future<Output = u32> + Send + '_ {
        std::future::poll_fn(|_| {
            self.0.fetch_add(1, Ordering::SeqCst);
            std::task::Poll::Ready(7)
        })
    }
}

/// A name, and how it is said.
#[derive(Debug, Elicit)]
struct NameAndSound {
    #[elicit(min_length = 1)]
    name: String,
    sound: Option<String>,
}

type Running<'a> = Pin<Box<dyn Future<Output = String> + Send + 'a>>;
type Version = for<'a> fn(&'a Context, &'a Bookings) -> Running<'a>;

async fn who(cx: &Context, message: &str) -> String {
    let who = cx.elicit::<Name>(message).key("who").await;
    who.accepted().map_or("nobody".to_owned(), |name| name.name)
}

async fn sure(cx: &Context) -> bool {
    cx.elicit::<Confirmed>("Sure?").key("sure").await.accepted().is_some()
}

/// The version on which every call begins: an ask, a step, an ask.
fn first(on: impl Into<Option<u32>>, version: Version, bookings: &Arc<Bookings>) -> Server {
    let state = Arc::clone(bookings);
    let tool = Tool::new("book").version(on.into().unwrap_or(1)).handler(move |cx, _| {
        Box::pin(async move {
            let bookings: &Bookings = cx.state().expect("the server holds it");
            version(cx, bookings).await
        })
    });
    Server::new("t", "1").state_as(state).request_state(sealing()).tool(tool).build().unwrap()
}

const BEFORE: Version = |cx, bookings| {
    Box::pin(async move {
        let who = who(cx, "Who?").await;
        let id = cx.step_whole("book", bookings.book()).await;
        format!("{who} {id} {}", sure(cx).await)
    })
};

/// Answers by what a question says, so that an answer in the wrong place shows.
fn answer(ask: &Value) -> Value {
    let params = &ask["params"];
    match params["message"].as_str().unwrap_or_default() {
        "Sure?" => accept(json!({ "confirmed": true })),
        "Which city?" => accept(json!({ "name": "Ulm" })),
        "Who is it?" => accept(json!({ "name": "Eve" })),
        "Open it" => json!({ "action": "accept" }),
        _ => accept(json!({ "name": "Ada" })),
    }
}

fn answers(said: &Said) -> Value {
    said.keys().into_iter().map(|key| (key.clone(), answer(said.ask(&key)))).collect()
}

/// What a reply comes to, in a line.
fn line(said: &Said) -> String {
    let message = said.message();
    if message.get("error").is_some() {
        return format!("error {}: {}", said.code(), said.error());
    }
    if message["result"]["resultType"] == "complete" {
        return format!("done: {}", said.text());
    }
    let asks = said.keys().into_iter().map(|key| {
        let question = said.ask(&key)["params"]["message"].as_str().unwrap_or_default();
        format!("{key} {question:?}")
    });
    format!("asks {}", asks.collect::<Vec<_>>().join(", "))
}

/// Begins a call, answers so many rounds, and goes on with `next`; every reply from there, and what was booked in all.
async fn redeploy(
    rounds: usize,
    number: Option<u32>,
    before: Version,
    next: Version,
) -> (Vec<String>, usize) {
    let bookings = Arc::new(Bookings::default());
    let ada = Caller::who_can_be_asked(first(None, before, &bookings));
    let mut said = ada.calls("book", json!({})).await;
    for _ in 0..rounds {
        said = ada.goes_on(&said).answering_with(answers(&said)).send().await;
    }
    let ada = ada.at(first(number, next, &bookings));
    let mut lines = Vec::new();
    loop {
        said = ada.goes_on(&said).answering_with(answers(&said)).send().await;
        lines.push(line(&said));
        if !lines.last().is_some_and(|line| line.starts_with("asks")) {
            return (lines, bookings.0.load(Ordering::SeqCst));
        }
        assert!(lines.len() < 6, "it comes to an end: {lines:?}");
    }
}

/// Nothing was answered when the program was replaced.
#[tokio::test]
#[allow(clippy::too_many_lines, reason = "a table")]
async fn before_anything_was_done_the_call_goes_on_as_the_new_program_has_it() {
    let rows: [(&str, Version, &[&str]); 9] = [
        ("nothing changed", BEFORE, &["asks sure \"Sure?\"", "done: Ada 7 true"]),
        (
            "another message: the answer was given to another question",
            |cx, bookings| {
                Box::pin(async move {
                    let who = who(cx, "Who is it?").await;
                    let id = cx.step_whole("book", bookings.book()).await;
                    format!("{who} {id} {}", sure(cx).await)
                })
            },
            &["asks who \"Who is it?\"", "asks sure \"Sure?\"", "done: Eve 7 true"],
        ),
        (
            "a field more: another form is another question",
            |cx, bookings| {
                Box::pin(async move {
                    let who = cx.elicit::<NameAndSound>("Who?").key("who").await;
                    let id = cx.step_whole("book", bookings.book()).await;
                    let name = who.accepted().map(|who| (who.name, who.sound));
                    format!("{name:?} {id} {}", sure(cx).await)
                })
            },
            &["asks who \"Who?\"", "asks sure \"Sure?\"", "done: Some((\"Ada\", None)) 7 true"],
        ),
        (
            "another kind of ask under the key",
            |cx, bookings| {
                Box::pin(async move {
                    let page = cx.elicit_url("Open it", "https://example.com").key("who").await;
                    let id = cx.step_whole("book", bookings.book()).await;
                    format!("{page:?} {id}")
                })
            },
            &["asks who \"Open it\"", "done: Accept(()) 7"],
        ),
        (
            "an ask was removed: its answer goes nowhere",
            |cx, bookings| {
                Box::pin(async move {
                    let id = cx.step_whole("book", bookings.book()).await;
                    format!("{id} {}", sure(cx).await)
                })
            },
            &["asks sure \"Sure?\"", "done: 7 true"],
        ),
        (
            "another ask comes first: the answer was not asked for by then, and is asked for again",
            |cx, _| {
                Box::pin(async move {
                    let city = cx.elicit::<Name>("Which city?").key("city").await;
                    let city = city.accepted().map(|city| city.name);
                    format!("{} {city:?}", who(cx, "Who?").await)
                })
            },
            &["asks city \"Which city?\"", "asks who \"Who?\"", "done: Ada Some(\"Ulm\")"],
        ),
        (
            "reordered asks",
            |cx, bookings| {
                Box::pin(async move {
                    let sure = sure(cx).await;
                    let who = who(cx, "Who?").await;
                    format!("{who} {} {sure}", cx.step_whole("book", bookings.book()).await)
                })
            },
            &["asks sure \"Sure?\"", "asks who \"Who?\"", "done: Ada 7 true"],
        ),
        (
            "the key means something else: no answer lands there",
            |cx, bookings| {
                Box::pin(async move {
                    let city = who(cx, "Which city?").await;
                    format!("{city} {}", cx.step_whole("book", bookings.book()).await)
                })
            },
            &["asks who \"Which city?\"", "done: Ulm 7"],
        ),
        (
            "a renamed key is another ask",
            |cx, _| {
                Box::pin(async move {
                    let name = cx.elicit::<Name>("Who?").key("name").await;
                    format!("{:?}", name.accepted().map(|name| name.name))
                })
            },
            &["asks name \"Who?\"", "done: Some(\"Ada\")"],
        ),
    ];
    for (what, next, expected) in rows {
        let (lines, booked) = redeploy(0, None, BEFORE, next).await;
        assert_eq!(lines, expected, "{what}");
        assert!(booked <= 1, "{what}: booked {booked} times");
    }
}

/// `who` was answered and `book` was done when the program was replaced.
#[tokio::test]
#[allow(clippy::too_many_lines, reason = "a table")]
async fn what_was_done_stays_done_and_is_never_passed_off_as_done_on_another_answer() {
    const FAILS: &str = "error -32603: the question `who` is not the one that was answered, and step `book` was done \
                         on that answer: the call cannot go on";
    let rows: [(&str, Version, &str, usize); 8] = [
        ("nothing changed", BEFORE, "done: Ada 7 true", 1),
        (
            "another message",
            |cx, bookings| {
                Box::pin(async move {
                    let who = who(cx, "Who is it?").await;
                    format!("{who} {}", cx.step_whole("book", bookings.book()).await)
                })
            },
            FAILS,
            1,
        ),
        (
            "a field more",
            |cx, bookings| {
                Box::pin(async move {
                    let who = cx.elicit::<NameAndSound>("Who?").key("who").await;
                    let id = cx.step_whole("book", bookings.book()).await;
                    format!("{:?} {id}", who.accepted().map(|who| (who.name, who.sound)))
                })
            },
            FAILS,
            1,
        ),
        (
            "the ask was removed: the step keeps what came out",
            |cx, bookings| {
                Box::pin(async move {
                    let id = cx.step_whole("book", bookings.book()).await;
                    format!("{id} {}", sure(cx).await)
                })
            },
            "done: 7 true",
            1,
        ),
        (
            "reordered asks: each has its own answer",
            |cx, bookings| {
                Box::pin(async move {
                    let sure = sure(cx).await;
                    let who = who(cx, "Who?").await;
                    format!("{who} {} {sure}", cx.step_whole("book", bookings.book()).await)
                })
            },
            "done: Ada 7 true",
            1,
        ),
        (
            "the step was removed",
            |cx, _| {
                Box::pin(async move {
                    let who = who(cx, "Who?").await;
                    format!("{who} {}", sure(cx).await)
                })
            },
            "done: Ada true",
            1,
        ),
        (
            "the step's value is of another type",
            |cx, bookings| {
                Box::pin(async move {
                    let who = who(cx, "Who?").await;
                    let book = async { bookings.book().await.to_string() };
                    format!("{who} {}", cx.step_whole("book", book).await)
                })
            },
            "error -32603: the recorded value of step `book` is not of its type any more; it is not done a second time",
            1,
        ),
        (
            "a renamed step is another step, and is done: `version` is for this",
            |cx, bookings| {
                Box::pin(async move {
                    let who = who(cx, "Who?").await;
                    format!("{who} {}", cx.step_whole("reserve", bookings.book()).await)
                })
            },
            "done: Ada 7",
            2,
        ),
    ];
    for (what, next, expected, booked) in rows {
        let (lines, times) = redeploy(1, None, BEFORE, next).await;
        assert_eq!(lines, [expected], "{what}");
        assert_eq!(times, booked, "{what}");
    }
}

/// Without a step behind it, an answer to a question that changed is asked for again, and the later ones are kept.
#[tokio::test]
async fn an_answer_that_nothing_was_done_on_is_asked_for_again() {
    const TWO: Version =
        |cx, _| Box::pin(async move { format!("{} {}", who(cx, "Who?").await, sure(cx).await) });
    const OTHER: Version = |cx, _| {
        Box::pin(async move { format!("{} {}", who(cx, "Who is it?").await, sure(cx).await) })
    };
    let (lines, _) = redeploy(1, None, TWO, OTHER).await;
    assert_eq!(
        lines,
        ["asks who \"Who is it?\"", "asks sure \"Sure?\"", "done: Eve true"],
        "whoever has to say who it is again is asked whether they are sure after that"
    );
}

/// For whatever else differs there is a number to raise.
#[tokio::test]
async fn states_of_another_version_are_refused() {
    for rounds in [0, 1] {
        let (lines, booked) = redeploy(rounds, Some(2), BEFORE, BEFORE).await;
        assert_eq!(lines, ["error -32602: Invalid or expired requestState"]);
        assert_eq!(booked, rounds, "the handler does not run");
    }
}
