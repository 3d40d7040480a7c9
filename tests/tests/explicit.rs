//! The explicit form: a handler that returns its asks and carries its own state.

use mcp_runtime::prelude::*;
use mcp_runtime::{Choice, InputLimits};
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, accept, cancel, decline, sealing, server_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What the handler knows so far.
#[derive(Deserialize, Serialize)]
struct Progress {
    name: String,
}

/// Asks for a name and the roots, then for a consent.
#[mcp_tool]
async fn provision(cx: &Context) -> Result<ToolOutcome, ProtocolError> {
    if let Some(progress) = cx.input().state::<Progress>() {
        let Some(sure) = cx.input().elicit::<Confirmed>("sure") else {
            return Ok(InputRequired::new()
                .elicit::<Confirmed>("sure", "Sure?")
                .state(&progress)?
                .into());
        };
        let done = matches!(sure, Answer::Accept(_));
        return Ok(format!("{} {done}", progress.name).into());
    }
    let name = match cx.input().elicit::<Name>("name") {
        Some(Answer::Accept(name)) => name.name,
        Some(Answer::Decline | Answer::Cancel) => return Ok("no".into()),
        None => {
            return Ok(InputRequired::new()
                .elicit::<Name>("name", "Database name?")
                .roots("roots")
                .into());
        }
    };
    let roots = cx.input().roots("roots").map_or(0, |roots| roots.len());
    let progress = Progress { name: format!("{name}/{roots}") };
    Ok(InputRequired::new().elicit::<Confirmed>("sure", "Sure?").state(&progress)?.into())
}

fn ada() -> Caller {
    Caller::who_can_be_asked(server_of(provision))
}

#[tokio::test]
async fn a_handler_returns_its_asks_and_gets_its_own_state_back() {
    let ada = ada();
    let asked = ada.calls("provision", json!({})).await;
    assert_eq!(asked.keys(), ["name", "roots"]);
    let roots = json!({ "roots": [{ "uri": "file:///a" }, { "uri": "file:///b", "name": "b" }] });
    let sure = ada.answers(&asked, [("name", named("db")), ("roots", roots)]).await;
    assert_eq!(sure.keys(), ["sure"]);
    let done = ada.answers(&sure, [("sure", accept(json!({ "confirmed": true })))]).await;
    assert_eq!(done.text(), "db/2 true");
    assert_eq!(
        ada.answers(&sure, [("sure", accept(json!({ "confirmed": false })))]).await.text(),
        "db/2 false"
    );
}

#[tokio::test]
async fn absent_and_malformed_are_the_same_and_decline_is_an_answer() {
    let ada = ada();
    let asked = ada.calls("provision", json!({})).await;
    for answer in [
        json!(null),
        json!(7),
        json!([]),
        json!({ "action": "reject" }),
        accept(json!({})),
        accept(json!({ "name": "" })),
    ] {
        let again =
            ada.goes_on(&asked).answering([("name", answer.clone())]).wrongly().send().await;
        assert_eq!(again.keys(), ["name", "roots"], "{answer}");
    }
    assert_eq!(ada.answers(&asked, []).await.keys(), ["name", "roots"]);
    assert_eq!(ada.answers(&asked, [("name", decline())]).await.text(), "no");
    assert_eq!(ada.answers(&asked, [("name", cancel())]).await.text(), "no");
}

#[tokio::test]
async fn a_first_round_may_bring_answers_and_later_rounds_only_those_that_were_asked_for() {
    let ada = ada();
    let sure = ada.round("provision").answering([("name", named("db"))]).send().await;
    assert_eq!(sure.keys(), ["sure"], "answers in a first round count for this form");

    let asked = ada.calls("provision", json!({})).await;
    let early = ada
        .answers(&asked, [("name", named("db")), ("sure", accept(json!({ "confirmed": true })))])
        .await;
    assert_eq!(early.keys(), ["sure"]);
    let done = ada.answers(&early, [("name", named("x")), ("sure", decline())]).await;
    assert_eq!(done.text(), "db/0 false");
}

#[tokio::test]
async fn without_an_ask_it_says_come_back() {
    let tool = Tool::new("later").handler(|cx, _| {
        Box::pin(async move {
            let tries: u32 = cx.input().state().unwrap_or(0);
            if tries == 2 {
                return Ok(ToolOutcome::from("ready"));
            }
            Ok::<_, ProtocolError>(InputRequired::new().state(&(tries + 1))?.into())
        })
    });
    let ada = Caller::of(server_of(tool));
    let first = ada.calls("later", json!({})).await;
    assert!(first.result().get("inputRequests").is_none(), "an empty map is left out");
    let second = ada.goes_on(&first).send().await;
    assert_eq!(ada.goes_on(&second).send().await.text(), "ready");
}

#[tokio::test]
async fn asks_of_every_kind_are_read_by_type_and_raw() {
    let tool = Tool::new("all").handler(|cx, _| {
        Box::pin(async move {
            let input = cx.input();
            if input.raw("form").is_none() {
                return ToolOutcome::from(
                    InputRequired::new()
                        .elicit::<Name>("form", "Name?")
                        .elicit_url("page", "Open", "https://example.com")
                        .sample("poem", "Write.")
                        .roots("roots"),
                );
            }
            let name =
                input.elicit::<Name>("form").and_then(Answer::accepted).map(|name| name.name);
            let page = input.url("page") == Some(Answer::Accept(()));
            let poem = input.sample("poem").map(|poem| poem.text());
            let other = input.raw("never");
            format!("{name:?} {page} {poem:?} {} {other:?}", input.raw("roots").unwrap_or_default())
                .into()
        })
    });
    let ada = Caller::who_can_be_asked(server_of(tool));
    let asked = ada.calls("all", json!({})).await;
    assert_eq!(asked.keys(), ["form", "page", "poem", "roots"]);
    let poem =
        json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "Hi" } });
    let answers = [
        ("form", named("x")),
        ("page", json!({ "action": "accept" })),
        ("poem", poem),
        ("roots", json!({ "roots": [] })),
        ("never", decline()),
    ];
    assert_eq!(
        ada.answers(&asked, answers).await.text(),
        r#"Some("x") true Some("Hi") {"roots":[]} None"#
    );
}

#[tokio::test]
async fn what_cannot_be_asked_fails_the_call_and_names_the_ask() {
    type Make = fn() -> InputRequired;
    let asks: [(Make, &str); 3] = [
        (
            || InputRequired::new().elicit::<Name>("a", "?").roots("a"),
            "ask `a`: the key `a` names two asks of one round",
        ),
        (
            || InputRequired::new().roots("_mcp.x"),
            "ask `_mcp.x`: the key `_mcp.x` is reserved: keys that start with `_mcp.` belong to the framework",
        ),
        (
            || InputRequired::new().elicit_url("page", "?", "javascript:x").roots("r"),
            "ask `page`: the url is not sent: it is not an absolute url",
        ),
    ];
    for (make, message) in asks {
        let tool = Tool::new("t").handler(move |_, _| Box::pin(async move { make() }));
        let said = Caller::who_can_be_asked(server_of(tool)).calls("t", json!({})).await;
        assert_eq!((said.code(), said.error()), (-32_603, message));
    }
}

#[tokio::test]
async fn its_asks_need_capabilities_and_its_rounds_are_limited_like_any_other() {
    let builder = || Server::new("t", "1").request_state(sealing()).tool(provision);
    let mute = Caller::of(builder().build().unwrap()).who_declares(json!({ "elicitation": {} }));
    let said = mute.calls("provision", json!({})).await;
    assert_eq!(said.data(), &json!({ "requiredCapabilities": { "roots": {} } }));

    let short = builder()
        .input_limits(InputLimits { max_rounds: 2, ..InputLimits::default() })
        .build()
        .unwrap();
    let ada = Caller::who_can_be_asked(short);
    let asked = ada.calls("provision", json!({})).await;
    assert!(ada.answers(&asked, []).await.error().contains("`name`, `roots`"));

    let tool = Tool::new("fat")
        .handler(|_, _| Box::pin(async { InputRequired::new().state(&"x".repeat(70_000)) }));
    let said = Caller::of(server_of(tool)).calls("fat", json!({})).await;
    assert!(said.error().contains("the handler's own state: 70002 bytes"), "{}", said.error());
}

/// Offers the names in `list` and tells which numbers were picked.
fn pick(list: &'static [&'static str], many: bool) -> Tool {
    Tool::new("pick").handler(move |cx, _| {
        Box::pin(async move {
            let choices = list.iter().enumerate().map(|(number, name)| Choice::new(number, *name));
            if many {
                format!("{:?}", cx.choose_many("Which?", choices).key("it").await)
            } else {
                format!("{:?}", cx.choose("Which?", choices).key("it").await)
            }
        })
    })
}

#[allow(clippy::needless_pass_by_value, reason = "reads better with `json!`")]
fn picked(value: Value) -> Value {
    accept(json!({ "choice": value }))
}

#[tokio::test]
async fn a_choice_gives_the_value_and_not_its_words() {
    let ada = Caller::who_can_be_asked(server_of(pick(&["a.txt", "b.txt", "a.txt.bak"], false)));
    let asked = ada.calls("pick", json!({})).await;
    let field = &asked.ask("it")["params"]["requestedSchema"]["properties"]["choice"];
    assert_eq!(
        (&field["type"], &field["enum"]),
        (&json!("string"), &json!(["a.txt", "b.txt", "a.txt.bak"]))
    );
    assert_eq!(ada.answers(&asked, [("it", picked(json!("b.txt")))]).await.text(), "Accept(1)");
    assert_eq!(ada.answers(&asked, [("it", decline())]).await.text(), "Decline");
    for wrong in [json!("c.txt"), json!(""), json!(1), json!(["a.txt"])] {
        let again = ada.answers(&asked, [("it", picked(wrong.clone()))]).await;
        assert!(again.question("it").contains("`choice`"), "{wrong}");
    }
}

#[tokio::test]
async fn many_choices_come_in_the_order_of_the_list() {
    let ada = Caller::who_can_be_asked(server_of(pick(&["a", "b", "c"], true)));
    let asked = ada.calls("pick", json!({})).await;
    assert_eq!(
        ada.answers(&asked, [("it", picked(json!(["c", "a"])))]).await.text(),
        "Accept([0, 2])"
    );
    assert_eq!(ada.answers(&asked, [("it", picked(json!([])))]).await.text(), "Accept([])");
    let again = ada.answers(&asked, [("it", picked(json!(["a", "x"])))]).await;
    assert_eq!(again.keys(), ["it"]);
}

#[tokio::test]
async fn a_list_that_changed_is_offered_again() {
    let ada = Caller::who_can_be_asked(server_of(pick(&["a", "b"], false)));
    let asked = ada.calls("pick", json!({})).await;
    let moved = ada.at(server_of(pick(&["b", "a"], false)));
    let again = moved.answers(&asked, [("it", picked(json!("b")))]).await;
    assert_eq!(again.keys(), ["it"], "another order is another list");
    assert_eq!(moved.answers(&again, [("it", picked(json!("b")))]).await.text(), "Accept(0)");
}

#[tokio::test]
async fn a_list_that_offers_nothing_or_the_same_twice_fails_the_call() {
    let same = "the choices make no list to choose from: two of them look the same";
    let none = "the choices make no list to choose from: there are none";
    for (list, why) in [(&[][..], none), (&["a", "a"][..], same), (&["a", "a\u{202e}"][..], same)] {
        let said =
            Caller::who_can_be_asked(server_of(pick(list, false))).calls("pick", json!({})).await;
        assert_eq!(said.code(), -32_603, "{list:?}");
        assert!(said.error().ends_with(why), "{}", said.error());
    }
}

/// Reads an answer in one way after it asked in another, as after a redeploy.
fn asks_and_reads(
    ask: fn() -> InputRequired,
    read: fn(mcp_runtime::Input<'_>) -> Option<String>,
) -> Tool {
    Tool::new("t").handler(move |cx, _| {
        Box::pin(async move {
            match read(cx.input()) {
                Some(text) => ToolOutcome::from(text),
                None => ask().into(),
            }
        })
    })
}

#[tokio::test]
async fn an_answer_is_read_as_what_it_was_asked_as_and_as_nothing_else() {
    fn form() -> InputRequired {
        InputRequired::new().elicit::<Confirmed>("it", "Sure?")
    }
    fn page() -> InputRequired {
        InputRequired::new().elicit_url("it", "Open", "https://example.com")
    }
    let as_page: fn(mcp_runtime::Input<'_>) -> Option<String> =
        |input| Some(format!("page {:?}", input.url("it")?));
    let as_form: fn(mcp_runtime::Input<'_>) -> Option<String> =
        |input| Some(format!("form {:?}", input.elicit::<Confirmed>("it")?.accepted().is_some()));
    let as_name: fn(mcp_runtime::Input<'_>) -> Option<String> =
        |input| Some(input.elicit::<Name>("it")?.accepted()?.name);
    let raw: fn(mcp_runtime::Input<'_>) -> Option<String> =
        |input| Some(input.raw("it")?["action"].to_string());
    let yes = || accept(json!({ "confirmed": true, "name": "x" }));

    // Each was asked by one server and read by the next one.
    for (asked, read, ends) in [
        (form as fn() -> InputRequired, as_form, Some("form true")),
        (page, as_page, Some("page Accept(())")),
        (form, raw, Some("\"accept\"")),
        (form, as_page, None),
        (page, as_form, None),
        (form, as_name, None),
    ] {
        let ada = Caller::who_can_be_asked(server_of(asks_and_reads(asked, |_| None)));
        let first = ada.calls("t", json!({})).await;
        let later = ada.at(server_of(asks_and_reads(asked, read)));
        let said = later.goes_on(&first).answering([("it", yes())]).wrongly().send().await;
        match ends {
            Some(text) => assert_eq!(said.text(), text),
            None => assert_eq!(said.keys(), ["it"], "an answer to one question is none to another"),
        }
    }
}
