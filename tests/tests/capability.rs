//! No ask leaves that the client did not declare, and what is missing is told exactly.

use mcp_runtime::prelude::*;
use mcp_runtime::protocol::sampling::{IncludeContext, SampleTool, ToolChoice};
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, server_of};
use serde_json::{Value, json};

/// A tool that makes one ask of this kind.
fn one(kind: &'static str) -> Tool {
    Tool::new(kind).handler(move |cx, _| {
        Box::pin(async move {
            match kind {
                "form" => format!("{:?}", cx.elicit::<Name>("?").key("it").await),
                "choose" => format!("{:?}", cx.choose("?", ["a", "b"]).key("it").await),
                "url" => format!("{:?}", cx.elicit_url("?", "https://example.com").key("it").await),
                "roots" => format!("{:?}", cx.roots().key("it").await),
                "sample" => format!("{:?}", cx.sample("?").key("it").await),
                "tools" => {
                    let tool = SampleTool::new(
                        "t",
                        "d",
                        serde_json::Map::from_iter([("type".into(), "object".into())]),
                    );
                    format!("{:?}", cx.sample(Sample::new("?").tool(tool)).key("it").await)
                }
                "choice" => format!(
                    "{:?}",
                    cx.sample(Sample::new("?").tool_choice(ToolChoice::Required)).key("it").await
                ),
                "context" => format!(
                    "{:?}",
                    cx.sample(Sample::new("?").include_context(IncludeContext::AllServers))
                        .key("it")
                        .await
                ),
                _ => format!(
                    "{:?}",
                    cx.sample(Sample::new("?").include_context(IncludeContext::None))
                        .key("it")
                        .await
                ),
            }
        })
    })
}

/// A kind of ask, what is enough for it, and where it is not: what was declared, and what is missing.
type Row = (&'static str, Vec<Value>, Vec<(Value, Value)>);

#[tokio::test]
#[allow(clippy::too_many_lines, reason = "a table")]
async fn nothing_is_asked_that_the_client_did_not_declare() {
    let form = json!({ "elicitation": { "form": {} } });
    let url = json!({ "elicitation": { "url": {} } });
    let sampling = json!({ "sampling": {} });
    let sampling_tools = json!({ "sampling": { "tools": {} } });
    let sampling_context = json!({ "sampling": { "context": {} } });
    let roots = json!({ "roots": {} });
    let all = json!({ "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {}, "context": {} }, "roots": {} });
    let table: [Row; 9] = [
        (
            "form",
            vec![json!({ "elicitation": {} }), form.clone(), all.clone()],
            vec![
                (json!({}), form.clone()),
                (url.clone(), form.clone()),
                (roots.clone(), form.clone()),
            ],
        ),
        ("choose", vec![form.clone()], vec![(url.clone(), form.clone())]),
        (
            "url",
            vec![url.clone(), all.clone()],
            vec![
                (json!({}), url.clone()),
                (json!({ "elicitation": {} }), url.clone()),
                (form.clone(), url.clone()),
            ],
        ),
        (
            "roots",
            vec![roots.clone(), json!({ "roots": { "listChanged": true } })],
            vec![(form.clone(), roots.clone())],
        ),
        (
            "sample",
            vec![sampling.clone(), sampling_tools.clone()],
            vec![(json!({}), sampling.clone()), (form.clone(), sampling.clone())],
        ),
        ("none", vec![sampling.clone()], vec![(roots, sampling.clone())]),
        (
            "tools",
            vec![sampling_tools.clone()],
            vec![(json!({}), sampling_tools.clone()), (sampling.clone(), sampling_tools.clone())],
        ),
        ("choice", vec![sampling_tools.clone()], vec![(sampling_context.clone(), sampling_tools)]),
        ("context", vec![sampling_context.clone()], vec![(sampling, sampling_context)]),
    ];
    for (kind, enough, missing) in table {
        let ada = Caller::of(server_of(one(kind)));
        for capabilities in enough {
            let asked = ada.clone().who_declares(capabilities.clone()).calls(kind, json!({})).await;
            assert_eq!(asked.keys(), ["it"], "{kind} with {capabilities}");
        }
        for (capabilities, required) in missing {
            let said = ada.clone().who_declares(capabilities.clone()).calls(kind, json!({})).await;
            assert_eq!(said.code(), -32_021, "{kind} with {capabilities}");
            assert_eq!(
                said.data(),
                &json!({ "requiredCapabilities": required }),
                "{kind} with {capabilities}"
            );
            assert!(said.error().contains("ask `it` needs `"), "{}", said.error());
        }
    }
}

#[tokio::test]
async fn what_is_missing_over_all_asks_of_a_round_is_one_error_and_none_of_them_leaves() {
    let tool = Tool::new("many").handler(|cx, _| {
        Box::pin(async move {
            let soft =
                cx.elicit_url("?", "https://example.com").key("soft").otherwise(|| Answer::Cancel);
            let _ = tokio::join!(
                cx.roots().key("r"),
                cx.elicit::<Name>("?").key("f"),
                cx.sample("?").key("s"),
                soft
            );
        })
    });
    let ada = Caller::of(server_of(tool)).who_declares(json!({ "elicitation": {} }));
    let said = ada.calls("many", json!({})).await;
    assert_eq!(said.code(), -32_021);
    assert_eq!(said.data(), &json!({ "requiredCapabilities": { "roots": {}, "sampling": {} } }));
    assert_eq!(
        said.error(),
        "this request's client capabilities do not cover it: ask `r` needs `roots`; ask `s` needs `sampling`"
    );
    assert!(!said.raw().contains("elicitation/create"));
}

#[tokio::test]
async fn only_this_request_says_what_its_client_can_do() {
    let tool = || {
        Tool::new("two").handler(|cx, _| {
            Box::pin(async move {
                let first = cx.elicit::<Name>("?").key("first").await.accepted().is_some();
                let second = cx.elicit::<Name>("?").key("second").await.accepted().is_some();
                format!("{first} {second}")
            })
        })
    };
    let ada = Caller::who_can_be_asked(server_of(tool()));
    let asked = ada.calls("two", json!({})).await;
    let mute = ada.clone().who_declares(json!({}));
    assert_eq!(mute.answers(&asked, [("first", named("x"))]).await.code(), -32_021);
    assert_eq!(ada.answers(&asked, [("first", named("x"))]).await.keys(), ["second"]);
}

#[tokio::test]
async fn an_ask_that_is_never_reached_needs_nothing() {
    let tool = Tool::new("maybe").handler(|cx, arguments| {
        Box::pin(async move {
            if arguments["ask"] == true {
                let _ = cx.elicit::<Name>("?").await;
            }
            "done"
        })
    });
    let ada = Caller::of(server_of(tool));
    assert_eq!(ada.calls("maybe", json!({})).await.text(), "done");
    assert_eq!(ada.calls("maybe", json!({ "ask": true })).await.code(), -32_021);
}

#[tokio::test]
async fn a_handler_can_look_before_it_asks() {
    let tool = Tool::new("look").handler(|cx, _| {
        Box::pin(async move {
            let all = [
                Capability::ElicitationForm,
                Capability::ElicitationUrl,
                Capability::Sampling,
                Capability::SamplingTools,
                Capability::SamplingContext,
                Capability::Roots,
            ];
            format!("{:?}", all.map(|capability| cx.supports(capability)))
        })
    });
    let ada = Caller::of(server_of(tool));
    for (capabilities, supported) in [
        (json!({}), "[false, false, false, false, false, false]"),
        (json!({ "elicitation": {} }), "[true, false, false, false, false, false]"),
        (
            json!({ "elicitation": { "url": {} }, "sampling": {} }),
            "[false, true, true, false, false, false]",
        ),
        (
            json!({ "sampling": { "context": {} }, "roots": {} }),
            "[false, false, true, false, true, true]",
        ),
    ] {
        assert_eq!(
            ada.clone().who_declares(capabilities).calls("look", json!({})).await.text(),
            supported
        );
    }
}

#[tokio::test]
async fn completions_and_roots_reach_the_handler_and_rubbish_is_asked_for_again() {
    let tool = Tool::new("both").handler(|cx, _| {
        Box::pin(async move {
            let (written, roots) = tokio::join!(cx.sample("Write.").key("s"), cx.roots().key("r"));
            let roots =
                roots.map(|roots| roots.into_iter().map(|root| root.uri).collect::<Vec<_>>());
            format!("{:?} {roots:?}", written.map(|written| written.text()))
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("both", json!({})).await;
    assert_eq!(asked.ask("s")["method"], "sampling/createMessage");
    assert_eq!(asked.ask("s")["params"]["maxTokens"], 1024);
    assert_eq!(asked.ask("r")["method"], "roots/list");

    for rubbish in [
        json!(null),
        json!([]),
        json!({ "action": "decline" }),
        json!(["assistant", []]),
        json!([[]]),
    ] {
        let answers = [("s", rubbish.clone()), ("r", rubbish.clone())];
        let again = ada.goes_on(&asked).answering(answers).wrongly().send().await;
        assert_eq!(again.keys(), ["s", "r"], "{rubbish}");
    }
    let written =
        json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "Hi" } });
    let roots = json!({ "roots": [{ "uri": "file:///srv" }] });
    let done = ada.answers(&asked, [("s", written), ("r", roots)]).await;
    assert_eq!(done.text(), r#"Ok("Hi") Ok(["file:///srv"])"#);
}
