//! What counts as an answer, and what a handler gets of it.

use mcp_runtime::prelude::*;
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Name, Order, Said, accept, cancel, decline, server_of};
use serde_json::{Value, json};

/// Says what it was told: every outcome of the form has words of its own.
#[mcp_tool]
async fn order(cx: &Context) -> String {
    match cx.elicit::<Order>("What shall it be?").key("order").await {
        Answer::Accept(order) => format!("{:?} {} {:?}", order.size, order.qty, order.note),
        Answer::Decline => "declined".to_owned(),
        Answer::Cancel => "cancelled".to_owned(),
    }
}

/// Asks two things, one after the other.
#[mcp_tool]
async fn meet(cx: &Context) -> String {
    let first = cx.elicit::<Name>("First name?").key("first").await.accepted();
    let last = cx.elicit::<Name>("Last name?").key("last").await.accepted();
    format!("{} {}", first.map_or("?".into(), |n| n.name), last.map_or("?".into(), |n| n.name))
}

/// Deletes what must not be deleted.
#[mcp_tool(destructive)]
async fn delete() -> String {
    #[elicit(key = "sure", message = "Delete everything?")]
    let _: Confirmed;
    "deleted".to_owned()
}

fn ada() -> Caller {
    Caller::who_can_be_asked(server_of(order))
}

async fn answered(answer: Value) -> Said {
    let ada = ada();
    let asked = ada.calls("order", json!({})).await;
    ada.goes_on(&asked).answering([("order", answer)]).wrongly().send().await
}

#[tokio::test]
async fn a_form_is_asked_for_in_the_order_in_which_it_is_declared() {
    let asked = ada().calls("order", json!({})).await;

    assert_eq!(asked.keys(), ["order"]);
    let ask = asked.ask("order");
    assert_eq!(
        (&ask["method"], &ask["params"]["mode"]),
        (&json!("elicitation/create"), &json!("form"))
    );
    let places =
        ["\"size\":{", "\"qty\":{", "\"note\":{"].map(|field| asked.raw().find(field).unwrap());
    assert!(places.is_sorted(), "{}", asked.raw());
    let schema = &ask["params"]["requestedSchema"];
    assert_eq!(schema["required"], json!(["size", "qty"]));
    assert_eq!(schema["properties"]["size"]["type"], "string");
    assert_eq!(schema["properties"]["size"]["oneOf"][0], json!({ "const": "S", "title": "Small" }));
    for never in ["$ref", "$defs", "$schema", "null", "pattern", "additionalProperties"] {
        assert!(!schema.to_string().contains(never), "{never} in {schema}");
    }
}

#[tokio::test]
async fn decline_and_cancel_are_told_apart_and_their_content_is_not_looked_at() {
    for (answer, text) in [
        (decline(), "declined"),
        (cancel(), "cancelled"),
        (json!({ "action": "cancel", "content": null }), "cancelled"),
        (json!({ "action": "cancel", "content": { "qty": "rubbish" } }), "cancelled"),
        (json!({ "action": "decline", "content": { "size": "S" } }), "declined"),
        (json!({ "action": "decline", "content": { "size": "S", "qty": 1 } }), "declined"),
    ] {
        assert_eq!(answered(answer.clone()).await.text(), text, "{answer}");
    }
}

#[tokio::test]
async fn an_answer_counts_by_value_and_not_by_its_spelling() {
    for (content, text) in [
        (r#"{"size":"S","qty":2}"#, "S 2 None"),
        (r#"{"size":"S","qty":2.0}"#, "S 2 None"),
        (r#"{"size":"S","qty":2e0,"note":null}"#, "S 2 None"),
        (r#"{"note":"x","qty":3,"size":"L"}"#, "L 3 Some(\"x\")"),
        (r#"{"size":"M","qty":1,"note":""}"#, "M 1 Some(\"\")"),
    ] {
        let answer: Value = serde_json::from_str(content).unwrap();
        assert_eq!(answered(accept(answer)).await.text(), text, "{content}");
    }
    let with_result_type = json!({ "resultType": "complete", "action": "accept", "content": { "size": "S", "qty": 1 } });
    assert_eq!(answered(with_result_type).await.text(), "S 1 None");
}

#[tokio::test]
async fn an_answer_that_breaks_the_form_is_asked_for_again() {
    for (content, field) in [
        (json!({ "size": "S", "qty": 2.5 }), "qty"),
        (json!({ "size": "S", "qty": "2" }), "qty"),
        (json!({ "size": "S", "qty": 4 }), "qty"),
        (json!({ "size": "S", "qty": 0 }), "qty"),
        (json!({ "size": "S" }), "qty"),
        (json!({ "size": "XL", "qty": 1 }), "size"),
        (json!({ "size": "Small", "qty": 1 }), "size"),
        (json!({ "size": ["S"], "qty": 1 }), "size"),
        (json!({ "size": "S", "qty": 1, "note": {} }), "note"),
        (json!({}), "size"),
    ] {
        let again = answered(accept(content.clone())).await;
        assert_eq!(again.keys(), ["order"], "{content}");
        let question = again.question("order");
        assert!(question.starts_with("That did not work: "), "{question}");
        assert!(question.contains(&format!("`{field}`")), "{content}: {question}");
        assert!(question.ends_with("\nWhat shall it be?"), "{question}");
    }
}

#[tokio::test]
async fn what_has_not_the_shape_of_an_answer_is_asked_for_again() {
    for answer in [
        json!(12345),
        json!(null),
        json!("accept"),
        json!([]),
        json!(["accept", { "size": "S", "qty": 1 }]),
        json!({}),
        json!({ "action": "reject" }),
        json!({ "action": "ACCEPT", "content": { "size": "S", "qty": 1 } }),
        json!({ "action": 1 }),
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": null }),
        json!({ "action": "accept", "content": [] }),
        json!({ "action": "accept", "content": ["S", 1] }),
        json!({ "action": "accept", "content": "S" }),
        json!({ "size": "S", "qty": 1 }),
        json!({ "code": -1, "message": "no" }),
    ] {
        let again = answered(answer.clone()).await;
        assert_eq!(again.keys(), ["order"], "{answer}");
        assert!(again.question("order").starts_with("That did not work: "), "{answer}");
    }
}

#[tokio::test]
async fn answers_that_are_no_object_are_refused_and_nothing_is_lost() {
    let ada = ada();
    let asked = ada.calls("order", json!({})).await;
    for answers in [json!([]), json!("x"), json!(7), json!([["order", decline()]])] {
        let said = ada.goes_on(&asked).answering_with(answers.clone()).wrongly().send().await;
        assert_eq!(said.code(), -32_602, "{answers}");
        assert_eq!(said.error(), "`inputResponses` must be an object that holds each key once");
    }
    assert_eq!(ada.answers(&asked, [("order", decline())]).await.text(), "declined");
}

#[tokio::test]
async fn an_answer_that_nobody_asked_for_is_ignored() {
    let ada = Caller::who_can_be_asked(server_of(meet));
    let asked = ada.calls("meet", json!({})).await;
    assert_eq!(asked.keys(), ["first"]);

    // "last" is a key of the handler, but nobody was asked for it yet.
    let next = ada
        .answers(
            &asked,
            [
                ("first", named("Ada")),
                ("last", named("Mallory")),
                ("undefined", json!({ "action": "accept" })),
                ("__proto__", named("x")),
                ("constructor", named("x")),
                ("", named("x")),
                ("_mcp.x", named("x")),
            ],
        )
        .await;
    assert_eq!(next.keys(), ["last"]);

    let done = ada.answers(&next, [("first", named("Mallory")), ("last", named("Lovelace"))]).await;
    assert_eq!(done.text(), "Ada Lovelace", "what was answered stays answered");
}

#[tokio::test]
async fn answers_without_a_state_are_ignored() {
    let ada = ada();
    let asked = ada.calls("order", json!({})).await;
    let again = ada.goes_on(&asked).answering([("order", decline())]).without_state().send().await;
    assert_eq!(again.keys(), ["order"]);
    assert!(!again.question("order").contains("That did not work"));
    let null = ada
        .goes_on(&asked)
        .answering([("order", decline())])
        .state(Value::Null)
        .wrongly()
        .send()
        .await;
    assert_eq!(null.keys(), ["order"], "`null` is no state");
}

#[tokio::test]
async fn a_tool_may_accept_what_it_did_not_ask_for_yet_and_checks_it_all_the_same() {
    #[mcp_tool(accept_unasked)]
    async fn quick(cx: &Context) -> String {
        let order = cx.elicit::<Order>("What?").key("order").await.accepted();
        format!("{:?}", order.map(|order| order.qty))
    }
    let ada = Caller::who_can_be_asked(server_of(quick));

    let good = ada.round("quick").answering([("order", accept(json!({ "size": "S", "qty": 1 })))]);
    assert_eq!(good.send().await.text(), "Some(1)");

    let bad = ada.round("quick").answering([("order", accept(json!({ "size": "S", "qty": 9 })))]);
    assert!(bad.send().await.question("order").contains("`qty`"));
}

#[tokio::test]
async fn an_answer_counts_only_for_its_question() {
    let ada = Caller::who_can_be_asked(server_of(asks_of("Delete a.txt?")));
    let asked = ada.calls("delete", json!({})).await;

    // The server was deployed again while the user was looking at the old question.
    let bob = ada.at(server_of(asks_of("Delete everything?")));
    let again = bob.answers(&asked, [("sure", yes())]).await;
    assert_eq!(again.question("sure"), "Delete everything?");
    assert_eq!(bob.answers(&again, [("sure", yes())]).await.text(), "Delete everything?");
}

fn asks_of(message: &'static str) -> Tool {
    Tool::new("delete").handler(move |cx, _| {
        Box::pin(async move {
            match cx.elicit::<Confirmed>(message).key("sure").await {
                Answer::Accept(_) => message,
                Answer::Decline | Answer::Cancel => "kept",
            }
        })
    })
}

#[tokio::test]
async fn a_refusal_never_passes_for_consent() {
    let ada = Caller::who_can_be_asked(server_of(delete));
    let asked = ada.calls("delete", json!({})).await;
    for (answer, words) in [
        (decline(), "the user declined `sure`"),
        (cancel(), "the user closed `sure` without an answer"),
        (accept(json!({ "confirmed": false })), "the user declined `sure`"),
        (
            json!({ "action": "decline", "content": { "confirmed": true } }),
            "the user declined `sure`",
        ),
    ] {
        assert_eq!(
            ada.answers(&asked, [("sure", answer.clone())]).await.failure(),
            words,
            "{answer}"
        );
    }
    for answer in [
        accept(json!({})),
        accept(json!({ "confirmed": "true" })),
        accept(json!({ "confirmed": 1 })),
        json!(true),
    ] {
        let again =
            ada.goes_on(&asked).answering([("sure", answer.clone())]).wrongly().send().await;
        assert_eq!(again.keys(), ["sure"], "{answer}");
    }
    assert_eq!(ada.answers(&asked, [("sure", yes())]).await.text(), "deleted");
}
