//! How a handler stops at asks and goes on: rounds, keys, scopes, and what each type makes of a no.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, cancel, decline, server_of};
use serde_json::json;

async fn name(cx: &Context, key: &str) -> String {
    let name = cx.elicit::<Name>(format!("{key}?")).key(key).await;
    name.accepted().map_or_else(|| "nobody".to_owned(), |name| name.name)
}

fn asker(tool: Tool) -> Caller {
    Caller::who_can_be_asked(server_of(tool))
}

#[tokio::test]
async fn a_question_comes_back_as_a_result_and_its_answer_reaches_the_body() {
    let ada = asker(Tool::new("greet").handler(|cx, arguments| {
        Box::pin(
            async move { format!("Good day, {} {}", name(cx, "title").await, arguments["name"]) },
        )
    }));

    let asked = ada.calls("greet", json!({ "name": 7 })).await;
    assert_eq!(asked.keys(), ["title"]);

    let done = ada.answers(&asked, [("title", named("Countess"))]).await;
    assert_eq!(done.text(), "Good day, Countess 7");
}

#[tokio::test]
async fn asks_that_are_pending_together_travel_together_and_partial_answers_are_kept() {
    let ada = asker(Tool::new("three").handler(|cx, _| {
        Box::pin(async move {
            let (a, b, c) = tokio::join!(name(cx, "b"), name(cx, "a"), name(cx, "c"));
            format!("{a} {b} {c}")
        })
    }));
    let asked = ada.calls("three", json!({})).await;
    assert_eq!(asked.keys(), ["b", "a", "c"], "in the order in which they were reached");

    let rest = ada.answers(&asked, [("a", named("A"))]).await;
    assert_eq!(rest.keys(), ["b", "c"]);
    let last = ada.answers(&rest, [("c", decline()), ("a", named("other"))]).await;
    assert_eq!(last.keys(), ["b"]);
    assert_eq!(ada.answers(&last, [("b", named("B"))]).await.text(), "B A nobody");
}

#[tokio::test]
async fn adjacent_lets_and_parameters_are_one_round() {
    #[mcp_tool]
    async fn both(#[elicit(key = "first", message = "First?")] first: Name) -> String {
        #[elicit(key = "second", message = "Second?")]
        let second: Name;
        #[elicit(key = "third", message = "Third?")]
        let third: Option<Name>;
        format!("{} {} {:?}", first.name, second.name, third.map(|name| name.name))
    }
    let ada = asker(both());
    let asked = ada.calls("both", json!({})).await;
    assert_eq!(asked.keys(), ["first"]);
    let asked = ada.answers(&asked, [("first", named("a"))]).await;
    assert_eq!(asked.keys(), ["second", "third"]);
    let done = ada.answers(&asked, [("second", named("b")), ("third", cancel())]).await;
    assert_eq!(done.text(), "a b None");
}

#[tokio::test]
async fn a_key_that_is_reached_again_in_a_loop_gets_a_number() {
    let ada = asker(Tool::new("guess").handler(|cx, _| {
        Box::pin(async move {
            let mut guesses = Vec::new();
            while guesses.len() < 3 {
                guesses.push(name(cx, "guess").await);
            }
            guesses.join(" ")
        })
    }));
    let mut asked = ada.calls("guess", json!({})).await;
    for (key, guess) in [("guess", "one"), ("guess#2", "two"), ("guess#3", "three")] {
        assert_eq!(asked.keys(), [key]);
        asked = ada.answers(&asked, [(key, named(guess))]).await;
    }
    assert_eq!(asked.text(), "one two three");
}

#[tokio::test]
async fn asks_without_a_key_are_counted_where_they_are_made() {
    let ada = asker(Tool::new("late").handler(|cx, _| {
        Box::pin(async move {
            let first = cx.elicit::<Name>("First?");
            let second = cx.elicit::<Name>("Second?");
            let roots = cx.roots();
            // Polled the other way round.
            let (second, first, _) = tokio::join!(second, first, roots);
            format!(
                "{:?} {:?}",
                first.accepted().map(|n| n.name),
                second.accepted().map(|n| n.name)
            )
        })
    }));
    let asked = ada.calls("late", json!({})).await;
    assert_eq!(asked.keys(), ["elicitation_2", "elicitation_1", "roots_1"]);
    assert_eq!(asked.question("elicitation_1"), "First?");
    let answers = [
        ("elicitation_1", named("1")),
        ("elicitation_2", named("2")),
        ("roots_1", json!({ "roots": [] })),
    ];
    assert_eq!(ada.answers(&asked, answers).await.text(), "Some(\"1\") Some(\"2\")");
}

#[tokio::test]
async fn no_two_asks_of_a_round_have_one_key_whoever_named_them() {
    let ada = asker(Tool::new("clash").handler(|cx, _| {
        Box::pin(async move {
            let by_hand = cx.elicit::<Name>("By hand?").key("elicitation_2");
            let by_position = cx.elicit::<Name>("By position?");
            let numbered = cx.elicit::<Name>("Numbered?").key("n#2");
            let (first, second) =
                (cx.elicit::<Name>("N?").key("n"), cx.elicit::<Name>("N again?").key("n"));
            let all = tokio::join!(by_hand, by_position, numbered, first, second);
            let name =
                |answer: Answer<Name>| answer.accepted().map(|name| name.name).unwrap_or_default();
            [name(all.0), name(all.1), name(all.2), name(all.3), name(all.4)].join(" ")
        })
    }));
    let asked = ada.calls("clash", json!({})).await;
    let keys = asked.keys();
    let different: std::collections::BTreeSet<_> = keys.iter().collect();
    assert_eq!(different.len(), 5, "{keys:?}");

    let answers: serde_json::Map<_, _> = keys
        .iter()
        .zip(["a", "b", "c", "d", "e"])
        .map(|(key, said)| (key.clone(), named(said)))
        .collect();
    let done = ada.goes_on(&asked).answering_with(answers.into()).send().await;
    assert_eq!(done.text(), "a b c d e");
}

#[tokio::test]
async fn a_scope_stands_in_front_of_keys_steps_and_positions() {
    let ada = asker(Tool::new("scoped").handler(|cx, _| {
        Box::pin(async move {
            let (one, two) = (cx.scope("one"), cx.scope("two"));
            let inner = one.scope("inner");
            let positions = (cx.elicit::<Name>("?"), one.elicit::<Name>("?"));
            let (a, b, c, _, _) = tokio::join!(
                name(&one, "who"),
                name(&two, "who"),
                name(&inner, "who"),
                positions.0,
                positions.1
            );
            [a, b, c].join(" ")
        })
    }));
    let asked = ada.calls("scoped", json!({})).await;
    assert_eq!(
        asked.keys(),
        ["one/who", "two/who", "one/inner/who", "elicitation_1", "one/elicitation_1"]
    );
}

#[tokio::test]
async fn keys_of_the_framework_cannot_be_asked_for() {
    let ada = asker(
        Tool::new("greedy").handler(|cx, _| Box::pin(async move { name(cx, "_mcp.secret").await })),
    );
    let said = ada.calls("greedy", json!({})).await;
    assert_eq!(said.code(), -32_603);
    assert_eq!(
        said.error(),
        "the key `_mcp.secret` is reserved: keys that start with `_mcp.` belong to the framework"
    );
}

#[tokio::test]
async fn otherwise_stands_in_for_a_client_that_cannot_be_asked_and_never_for_a_user() {
    let tool = || {
        Tool::new("soft").handler(|cx, _| {
            Box::pin(async move {
                let who = cx
                    .elicit::<Name>("Who?")
                    .key("who")
                    .otherwise(|| Answer::Accept(Name { name: "robot".into() }));
                who.await.accepted().map_or("nobody".to_owned(), |name| name.name)
            })
        })
    };
    let ada = asker(tool());
    let asked = ada.calls("soft", json!({})).await;
    assert_eq!(ada.answers(&asked, [("who", decline())]).await.text(), "nobody");
    assert_eq!(ada.answers(&asked, [("who", cancel())]).await.text(), "nobody");

    let mute = ada.clone().who_declares(json!({ "elicitation": { "url": {} } }));
    assert_eq!(mute.calls("soft", json!({})).await.text(), "robot");
    assert_eq!(
        mute.answers(&asked, [("who", named("Ada"))]).await.text(),
        "Ada",
        "what was asked counts"
    );
}

#[tokio::test]
async fn each_type_of_binding_takes_a_no_in_its_own_way() {
    #[mcp_tool]
    async fn plain_one() -> String {
        #[elicit(key = "who", message = "Who?")]
        let who: Name;
        who.name
    }
    #[mcp_tool]
    async fn optional() -> String {
        #[elicit(key = "who", message = "Who?")]
        let who: Option<Name>;
        format!("{:?}", who.map(|name| name.name))
    }
    #[mcp_tool]
    async fn told() -> String {
        #[elicit(key = "who", message = "Who?")]
        let who: Answer<Name>;
        match who {
            Answer::Accept(name) => name.name,
            Answer::Decline => "no".to_owned(),
            Answer::Cancel => "closed".to_owned(),
        }
    }
    #[mcp_tool]
    async fn fallible() -> String {
        #[elicit(key = "who", message = "Who?")]
        let who: Result<Answer<Name>, AskFailed>;
        format!("{:?}", who.map(|answer| answer.accepted().is_some()))
    }
    let yes_no_closed = |tool: Tool| async move {
        let tool_name = tool.name().to_owned();
        let ada = asker(tool);
        let asked = ada.calls(&tool_name, json!({})).await;
        let mut words = Vec::new();
        for answer in [named("Ada"), decline(), cancel()] {
            let said = ada.answers(&asked, [("who", answer)]).await;
            words.push(said.result()["content"][0]["text"].as_str().unwrap().to_owned());
        }
        words
    };
    assert_eq!(
        yes_no_closed(plain_one()).await,
        ["Ada", "the user declined `who`", "the user closed `who` without an answer"]
    );
    assert_eq!(yes_no_closed(optional()).await, ["Some(\"Ada\")", "None", "None"]);
    assert_eq!(yes_no_closed(told()).await, ["Ada", "no", "closed"]);
    assert_eq!(yes_no_closed(fallible()).await, ["Ok(true)", "Ok(false)", "Ok(false)"]);
}

#[tokio::test]
async fn the_loser_of_a_select_is_not_asked() {
    let ada = asker(Tool::new("race").handler(|cx, _| {
        Box::pin(async move {
            let mut lost = cx.elicit::<Name>("Lost?").key("lost");
            tokio::select! {
                biased;
                _ = &mut lost => {}
                () = std::future::ready(()) => {}
            }
            drop(lost);
            name(cx, "kept").await
        })
    }));
    let asked = ada.calls("race", json!({})).await;
    assert_eq!(asked.keys(), ["kept"]);
    assert_eq!(ada.answers(&asked, [("kept", named("x")), ("lost", named("y"))]).await.text(), "x");
}

#[tokio::test]
async fn a_select_of_asks_goes_on_with_the_one_that_is_answered() {
    let ada = asker(Tool::new("either").handler(|cx, _| {
        Box::pin(async move {
            tokio::select! {
                biased;
                left = name(cx, "left") => format!("left {left}"),
                right = name(cx, "right") => format!("right {right}"),
            }
        })
    }));
    let asked = ada.calls("either", json!({})).await;
    assert_eq!(asked.keys(), ["left", "right"]);
    assert_eq!(ada.answers(&asked, [("right", named("x"))]).await.text(), "right x");
}

#[tokio::test]
async fn an_ask_beside_plain_waiting_suspends_at_once() {
    let ada = asker(Tool::new("waits").handler(|cx, _| {
        Box::pin(async move { tokio::join!(name(cx, "who"), std::future::pending::<()>()).0 })
    }));
    assert_eq!(ada.calls("waits", json!({})).await.keys(), ["who"]);
}

#[tokio::test]
async fn a_handler_that_never_asks_the_same_twice_is_stopped() {
    let count = std::sync::atomic::AtomicU64::new(0);
    let ada = asker(Tool::new("fickle").handler(move |cx, _| {
        let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Box::pin(async move { name(cx, &format!("key-{number}")).await })
    }));
    let mut asked = ada.calls("fickle", json!({})).await;
    let mut rounds = 1;
    while asked.message().get("result").is_some() {
        let key = asked.keys().remove(0);
        asked = ada.answers(&asked, [(&key, named("x"))]).await;
        rounds += 1;
    }
    assert_eq!((rounds, asked.code()), (32, -32_603));
    assert!(asked.error().contains("it still asks for `key-31`"), "{}", asked.error());
}
