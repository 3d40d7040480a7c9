//! `requestState` on its way through a client: it belongs to one call, and every misuse looks the same.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::state::RequestState;
use mcp_runtime::{Principal, ServerBuilder};
use mcp_tests::forms::named;
use mcp_tests::{Caller, Log, Name, Said, key, sealing};
use serde_json::{Value, json};

/// Counts how often a handler began.
#[derive(Clone, Default)]
struct Runs(Arc<AtomicU32>);

impl Runs {
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

fn greeter(name: &'static str, version: u32, runs: &Runs) -> Tool {
    let runs = runs.clone();
    Tool::new(name).version(version).handler(move |cx, _| {
        let runs = runs.clone();
        Box::pin(async move {
            runs.0.fetch_add(1, Ordering::Relaxed);
            cx.elicit::<Name>("Who?")
                .key("who")
                .await
                .accepted()
                .map_or("-".to_owned(), |name| name.name)
        })
    })
}

fn builder(sealing: RequestState, runs: &Runs) -> ServerBuilder {
    Server::new("shop", "1")
        .request_state(sealing)
        .tool(greeter("greet", 1, runs))
        .tool(greeter("other", 1, runs))
}

fn server(sealing: RequestState, runs: &Runs) -> Server {
    builder(sealing, runs).build().unwrap()
}

fn person(subject: &str) -> Principal {
    Principal::new().issuer("https://id.example").client("app").subject(subject)
}

/// Every way to misuse a state, with what is sent instead.
async fn misuses(ada: &Caller, asked: &Said) -> Vec<(String, Said)> {
    let state = asked.state().to_owned();
    let answers = || [("who", named("Mallory"))];
    let mut said = Vec::new();
    let mut with = async |what: &str, state: Value| {
        let round = ada.goes_on(asked).answering(answers()).state(state).wrongly();
        said.push((what.to_owned(), round.send().await));
    };
    let flipped = |place: usize| {
        let mut bytes = state.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    for place in [0, 1, 5, 12, 40, state.len() / 2, state.len() - 2] {
        with(&format!("changed at {place}"), flipped(place).into()).await;
    }
    for length in [0, 1, 4, 10, 43, state.len() / 2, state.len() - 1] {
        with(&format!("cut to {length}"), state[..length].into()).await;
    }
    for (what, text) in [
        ("a suffix", format!("{state}x")),
        ("padding", format!("{state}=")),
        ("twice", format!("{state}{state}")),
        ("a line end", format!("{state}\n")),
        ("a mebibyte", "A".repeat(1 << 20)),
        ("rubbish", "é{}💥".to_owned()),
        ("JSON", r#"{"c":1,"t":1,"r":1}"#.to_owned()),
    ] {
        with(what, text.into()).await;
    }
    for (what, value) in [
        ("a number", json!(7)),
        ("a list", json!([state])),
        ("an object", json!({})),
        ("false", json!(false)),
    ] {
        with(what, value).await;
    }
    said
}

#[tokio::test]
#[allow(clippy::too_many_lines, reason = "a list; each entry is one way to misuse a state")]
async fn failures_look_alike() {
    let runs = Runs::default();
    let ada = Caller::who_can_be_asked(server(sealing(), &runs)).who_is(person("ada"));
    let asked = ada.round("greet").written(r#"{"a":1,"b":[1]}"#).send().await;
    let answers = || [("who", named("Mallory"))];

    let mut said = misuses(&ada, &asked).await;
    let mut from = async |what: &str, caller: Caller| {
        said.push((what.to_owned(), caller.answers(&asked, answers()).await));
    };
    from("somebody else", ada.clone().who_is(person("bob"))).await;
    from("another client", ada.clone().who_is(person("ada").client("evil"))).await;
    from("another issuer", ada.clone().who_is(person("ada").issuer("https://evil.example"))).await;
    from("a token that names nobody", ada.clone().who_is(Principal::new())).await;
    from("expired", ada.clone().after(601)).await;
    from("another key", ada.clone().at(server(RequestState::new(key(8)), &runs))).await;
    from("a key of this process", ada.clone().at(server(RequestState::ephemeral([1; 32]), &runs)))
        .await;
    from(
        "another audience",
        ada.clone().at(server(sealing().audience("https://b.example"), &runs)),
    )
    .await;
    let renamed = Server::new("bar", "1")
        .request_state(sealing())
        .tool(greeter("greet", 1, &runs))
        .build()
        .unwrap();
    from("another server", ada.clone().at(renamed)).await;
    let newer = Server::new("shop", "1")
        .request_state(sealing())
        .tool(greeter("greet", 2, &runs))
        .build()
        .unwrap();
    from("another version", ada.clone().at(newer)).await;
    said.push((
        "another tool".into(),
        ada.goes_on(&asked).to("other").answering(answers()).send().await,
    ));
    for arguments in [
        "{}",
        r#"{"a":1}"#,
        r#"{"a":1,"b":[1],"c":null}"#,
        r#"{"a":2,"b":[1]}"#,
        r#"{"a":"1","b":[1]}"#,
    ] {
        said.push((
            arguments.into(),
            ada.goes_on(&asked).written(arguments).answering(answers()).send().await,
        ));
    }

    for (what, said) in &said {
        let id = said.message()["id"].to_string();
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"Invalid or expired requestState"}}}}"#
        );
        let same = serde_json::from_str::<Value>(&expected).unwrap() == *said.message();
        assert!(same && said.raw().len() == expected.len(), "{what}: {}", said.raw());
    }
    assert!(said.len() > 35);
    assert_eq!(runs.count(), 1, "none of them reached the handler");
    assert_eq!(
        ada.answers(&asked, [("who", named("Ada"))]).await.text(),
        "Ada",
        "the state itself is as good as ever"
    );
}

#[tokio::test]
async fn a_forged_state_never_reaches_a_handler() {
    let runs = Runs::default();
    let ada = Caller::who_can_be_asked(server(sealing(), &runs));
    let asked = ada.calls("greet", json!({})).await;
    assert_eq!(runs.count(), 1);
    for (what, said) in misuses(&ada, &asked).await {
        assert_eq!(said.code(), -32_602, "{what}");
    }
    assert_eq!(runs.count(), 1);
}

#[tokio::test]
async fn a_state_opens_however_its_arguments_are_spelled() {
    let runs = Runs::default();
    let ada = Caller::who_can_be_asked(server(sealing(), &runs)).who_is(person("ada"));
    let asked = ada.round("greet").written(r#"{"a":1,"b":{"x":"é","y":[1,2]}}"#).send().await;
    for arguments in [
        r#"{"b":{"y":[1,2],"x":"\u00e9"},"a":1}"#,
        r#" { "a" : 1.0 , "b" : { "x" : "é" , "y" : [ 1e0 , 20e-1 ] } } "#,
    ] {
        let done =
            ada.goes_on(&asked).written(arguments).answering([("who", named("x"))]).send().await;
        assert_eq!(done.text(), "x", "{arguments}");
    }
    // The scopes of a token may change between two rounds.
    let same = ada.clone().who_is(person("ada").scopes(["read"]));
    assert_eq!(same.answers(&asked, [("who", named("x"))]).await.text(), "x");

    let empty = ada.calls("greet", json!({})).await;
    let message = ada.goes_on(&empty).answering([("who", named("x"))]).message();
    let without = message.replace(r#","arguments":{}"#, "");
    assert_ne!(message, without);
    assert_eq!(ada.sends(without).await.unwrap().text(), "x");
}

#[tokio::test]
async fn a_state_lives_ten_minutes_and_its_call_an_hour() {
    let ada = Caller::who_can_be_asked(server(sealing(), &Runs::default()));
    let asked = ada.calls("greet", json!({})).await;
    let in_time = ada.clone().after(599).answers(&asked, [("who", named("x"))]).await;
    assert_eq!(in_time.text(), "x");
    assert_eq!(ada.clone().after(601).answers(&asked, [("who", named("x"))]).await.code(), -32_602);

    let mut asked = asked;
    for minutes in [9, 18, 27, 36, 45, 54] {
        asked = ada.clone().after(minutes * 60).answers(&asked, []).await;
        assert_eq!(asked.keys(), ["who"]);
    }
    let old = ada.clone().after(3_601).answers(&asked, [("who", named("x"))]).await;
    assert_eq!(old.error(), "Invalid or expired requestState");

    let hasty = ada.at(server(sealing().ttl(Duration::from_secs(5)), &Runs::default()));
    let asked = hasty.calls("greet", json!({})).await;
    assert_eq!(hasty.after(6).answers(&asked, []).await.code(), -32_602);
}

#[tokio::test]
async fn keys_are_rotated_without_ending_a_call_and_a_key_that_is_gone_opens_nothing() {
    let runs = Runs::default();
    let old = Caller::who_can_be_asked(server(RequestState::new(key(1)), &runs));
    let asked = old.calls("greet", json!({})).await;
    let both = RequestState::with_keys([key(2), key(1)]).unwrap();
    let rotating = old.clone().at(server(both, &runs));
    let again = rotating.answers(&asked, []).await;
    assert_eq!(again.keys(), ["who"]);

    let new = old.at(server(RequestState::new(key(2)), &runs));
    assert_eq!(new.answers(&asked, [("who", named("x"))]).await.code(), -32_602);
    assert_eq!(new.answers(&again, [("who", named("x"))]).await.text(), "x", "the first key seals");
}

#[tokio::test]
async fn a_call_goes_on_in_another_process_with_the_same_key() {
    let (one, other) = (Runs::default(), Runs::default());
    let ada = Caller::who_can_be_asked(server(sealing(), &one));
    let asked = ada.calls("greet", json!({})).await;
    let done = ada.at(server(sealing(), &other)).answers(&asked, [("who", named("x"))]).await;
    assert_eq!((done.text(), one.count(), other.count()), ("x", 1, 1));
}

#[tokio::test]
async fn the_log_tells_about_a_key_of_this_process() {
    let build =
        || Server::new("shop", "1").tool(greeter("greet", 1, &Runs::default())).build().unwrap();
    let ada = Caller::who_can_be_asked(build());
    let asked = ada.calls("greet", json!({})).await;
    let log = Log::open();
    let refused = ada.at(build()).answers(&asked, [("who", named("x"))]).await;
    assert_eq!(refused.error(), "Invalid or expired requestState");
    assert!(
        log.text().contains("this process seals with a random key of its own"),
        "{}",
        log.text()
    );
    assert!(log.text().contains("a state was refused"), "{}", log.text());
}

#[tokio::test]
async fn a_token_without_a_subject_is_refused_before_anybody_is_asked() {
    let ada = Caller::who_can_be_asked(server(sealing(), &Runs::default()));
    let log = Log::open();
    let nobody = ada.who_is(Principal::new().issuer("https://id.example").client("app"));
    let said = nobody.calls("greet", json!({})).await;
    assert_eq!((said.code(), said.error()), (-32_603, "internal error"));
    assert!(log.text().contains("nobody is asked"), "{}", log.text());
    assert!(log.text().contains("subject(|token| …)"), "{}", log.text());
}

#[tokio::test]
async fn calls_share_nothing() {
    let ada = Caller::who_can_be_asked(server(sealing(), &Runs::default()));
    let (one, other) = (ada.calls("greet", json!({})).await, ada.calls("greet", json!({})).await);
    assert_ne!(one.state(), other.state(), "each call has a name of its own");
    let spoiled = ada
        .answers(&one, [("who", json!({ "action": "accept", "content": { "name": "" } }))])
        .await;
    assert!(spoiled.question("who").contains("That did not work"));
    assert_eq!(ada.answers(&other, []).await.question("who"), "Who?");
    assert_eq!(ada.answers(&spoiled, [("who", named("one"))]).await.text(), "one");
    assert_eq!(ada.answers(&other, [("who", named("other"))]).await.text(), "other");
}

#[tokio::test]
async fn arguments_that_cannot_be_bound_are_refused_before_anybody_is_asked() {
    let ada = Caller::who_can_be_asked(server(sealing(), &Runs::default()));
    let twice = ada.round("greet").written(r#"{"a":1,"a":2}"#).message();
    let said = ada.sends(twice).await.unwrap();
    assert!(said.failure().contains("`a` is there twice"), "{}", said.raw());
    let nested = ada.round("greet").written(r#"{"a":{"b":1,"b":2}}"#).message();
    let said = ada.sends(nested).await.unwrap();
    assert!(said.failure().contains("in `a`: `b` is there twice"), "{}", said.raw());
    let huge = ada.round("greet").written(r#"{"a":1e99999999999999999999}"#).message();
    let said = ada.sends(huge).await.unwrap();
    assert!(said.failure().contains("number out of range"), "{}", said.raw());
}

#[tokio::test]
async fn a_binder_that_panics_fails_its_request_alone() {
    struct Broken;
    impl mcp_runtime::Binder for Broken {
        fn bind(
            &self,
            request: &mcp_runtime::state::BoundRequest<'_>,
        ) -> Result<mcp_runtime::state::Binding, mcp_runtime::state::BindError> {
            panic!("no tenant for {}", request.target())
        }
    }
    let tool = Tool::new("ask").handler(|cx, _| {
        Box::pin(async move {
            let who = cx.elicit::<Name>("Who?").key("who").await;
            who.accepted().map_or("nobody".to_owned(), |name| name.name)
        })
    });
    let idle = Tool::new("idle").handler(|_, _| Box::pin(async { "well" }));
    let sealing = RequestState::ephemeral([1; 32]).binder(Broken);
    let server = Server::new("t", "1").tool(tool).tool(idle).request_state(sealing);
    let ada = Caller::who_can_be_asked(server.build().unwrap());

    let failed = ada.calls("ask", json!({})).await;

    assert_eq!((failed.code(), failed.error()), (-32_603, "internal error"));
    assert_eq!(ada.calls("idle", json!({})).await.text(), "well");
}
