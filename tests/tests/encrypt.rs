//! Encrypted states on their way through a client: they do what signed ones do, and every misuse looks the same.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mcp_runtime::RequestState;
use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, key, sealing};
use serde_json::json;

fn server(sealing: RequestState) -> Server {
    let greet = Tool::new("greet").handler(|cx, _| {
        Box::pin(async move {
            let greeting = cx.step_whole("greeting", async { "Hello".to_owned() }).await;
            let name = cx.elicit::<Name>("Who?").key("who").await.accepted();
            name.map_or_else(String::new, |name| format!("{greeting}, {}", name.name))
        })
    });
    Server::new("shop", "1").request_state(sealing).tool(greet).build().unwrap()
}

fn rotating(keys: &[u8]) -> Server {
    let keys = keys.iter().map(|byte| key(*byte));
    server(RequestState::with_keys(keys).unwrap().encrypted())
}

#[tokio::test]
async fn misuses_of_an_encrypted_state_look_like_those_of_any_other() {
    let ada = Caller::who_can_be_asked(server(sealing().encrypted()));
    let asked = ada.calls("greet", json!({})).await;
    let readable = ada.clone().at(server(sealing()));
    let signed = readable.calls("greet", json!({})).await;

    let state = asked.state();
    let mut said = vec![
        ("signed, where it must be encrypted", ada.answers(&signed, []).await),
        ("encrypted, where it must be signed", readable.answers(&asked, []).await),
        ("another key", ada.clone().at(rotating(&[8])).answers(&asked, []).await),
        ("expired", ada.clone().after(601).answers(&asked, []).await),
    ];
    let other = ada.goes_on(&asked).with(&json!({ "a": 1 })).send().await;
    said.push(("other arguments", other));
    for (what, text) in [
        ("cut in front", state[4..].to_owned()),
        ("cut behind", state[..state.len() - 4].to_owned()),
        ("longer", format!("{state}AAAA")),
        ("its head alone", state[..12].to_owned()),
    ] {
        said.push((what, ada.goes_on(&asked).state(text).send().await));
    }

    for (what, said) in said {
        let told = (said.code(), said.error());
        assert_eq!(told, (-32_602, "Invalid or expired requestState"), "{what}");
    }
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "Hello, Ada");
}

#[tokio::test]
async fn keys_of_encrypted_states_are_rotated_without_ending_a_call() {
    let old = Caller::who_can_be_asked(rotating(&[1]));
    let asked = old.calls("greet", json!({})).await;
    let again = old.clone().at(rotating(&[2, 1])).answers(&asked, []).await;
    assert_eq!(again.keys(), ["who"]);

    let new = old.at(rotating(&[2]));
    assert_eq!(new.answers(&asked, [("who", named("x"))]).await.code(), -32_602);
    assert_eq!(new.answers(&again, [("who", named("x"))]).await.text(), "Hello, x");
}
