//! `testing::Conversation`: what it lets pass, what it fails, and what it says then.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::ServerBuilder;
use mcp_runtime::prelude::*;
use mcp_runtime::testing::Conversation;
use serde_json::json;

#[derive(Elicit)]
enum Size {
    Small,
    #[elicit(title = "Very large")]
    Large,
}

#[derive(Elicit)]
struct Order {
    /// How large it should be
    size: Size,
    #[elicit(title = "How many", minimum = 1, maximum = 3, default = 1)]
    count: u8,
    note: Option<String>,
}

/// Orders a cake.
#[mcp_tool]
async fn order(shop: String) -> String {
    #[elicit(message = "What shall {shop} bake?")]
    let cake: Order;
    let size = match cake.size {
        Size::Small => "small",
        Size::Large => "large",
    };
    #[elicit(url = "https://pay.example/now", message = "Pay first.")]
    let paid: Answer<()>;
    let note = cake.note.unwrap_or_default();
    format!("{} {size} {note}\n{paid:?}", cake.count)
}

/// Asks a model, and for folders.
#[mcp_tool]
async fn sort() -> Result<String, std::fmt::Error> {
    #[sample(prompt = "Sort what is here.", max_tokens = 50)]
    let words: Completion;
    #[roots]
    let roots: Vec<Root>;
    if roots.is_empty() {
        return Err(std::fmt::Error);
    }
    Ok(format!("{} in {}", words.text(), roots.len()))
}

/// How often a handler ran.
#[derive(Default)]
struct Runs(AtomicU32);

/// Asks something else whenever it runs.
#[mcp_tool]
async fn fickle(runs: &Runs) -> String {
    let run = runs.0.fetch_add(1, Ordering::Relaxed);
    #[elicit(message = "Question {run}?")]
    let _order: Order;
    "done".into()
}

/// Asks only the first time.
#[mcp_tool]
async fn forgetful(runs: &Runs) -> String {
    if runs.0.fetch_add(1, Ordering::Relaxed) == 0 {
        #[elicit(key = "once", message = "Once?")]
        let _order: Order;
    }
    "done".into()
}

/// Counts below its ask.
#[mcp_tool]
async fn count(runs: &Runs) -> String {
    #[elicit(key = "sure", message = "Count?")]
    let _: Confirmed;
    format!("{}", runs.0.fetch_add(1, Ordering::Relaxed) + 1)
}

fn server() -> ServerBuilder {
    let server = Server::new("tests", "0").state(Runs::default());
    server.tool(order).tool(sort).tool(fickle).tool(forgetful).tool(count)
}

fn with_a_cake() -> Conversation {
    Conversation::with(server())
        .call("order", json!({ "shop": "Ada's" }))
        .expect_form("cake")
        .answer(json!({ "size": "Large", "note": "no nuts" }))
}

async fn failure_of(conversation: Conversation) -> String {
    conversation.try_run().await.unwrap_err().to_string()
}

#[tokio::test]
async fn the_transcript_of_a_conversation_is_stable_text() {
    let script = with_a_cake()
        .expect_url("paid")
        .decline()
        .expect_text("1 large no nuts\nDecline")
        .call("sort", ())
        .expect_sample("words")
        .answer(Completion::text_of("muse", "a b"))
        .expect_roots("roots")
        .answer([Root::new("file:///a", "a")])
        .expect_text_containing("in 1");
    let expected = r#"call order {"shop":"Ada's"}
round 1
  ask cake (form): What shall Ada's bake?
    size: one of Small, Very large. How large it should be
    count (How many): a whole number from 1 to 3, 1 if left out
    note: text, may be left out
  answer cake: accept {"note":"no nuts","size":"Large"}
round 2
  ask paid (page): Pay first.
    https://pay.example/now
  answer paid: decline
result
  1 large no nuts
    Decline
call sort null
round 1
  ask words (sample): Sort what is here.
  ask roots (roots)
  answer words: {"content":[{"text":"a b","type":"text"}],"model":"muse","role":"assistant","stopReason":"endTurn"}
  answer roots: {"roots":[{"name":"a","uri":"file:///a"}]}
result
  a b in 1
"#;
    let transcript = script.run().await;
    assert_eq!(transcript.as_str(), expected);
}

#[tokio::test]
async fn asks_that_travel_together_may_stand_in_any_order_and_be_answered_later() {
    Conversation::with(server())
        .call("sort", json!({}))
        .expect_roots("roots")
        .expect_sample("words")
        .answer(json!({ "roots": [{ "uri": "file:///a" }] }))
        .answer(Completion::text_of("muse", "x"))
        .expect_text("x in 1")
        .run()
        .await;
}

#[tokio::test]
async fn an_answer_that_does_not_hold_is_asked_for_again_with_the_reason() {
    Conversation::with(server())
        .call("order", json!({ "shop": "x" }))
        .expect_form("cake")
        .answer(json!({ "size": "Small", "count": 4 }))
        .expect_form("cake")
        .expect_message("a whole number from 1 to 3")
        .raw(json!(12345))
        .expect_form("cake")
        .cancel()
        .expect_tool_error("cake")
        .run()
        .await;
}

#[tokio::test]
async fn what_is_below_the_last_ask_happens_once() {
    let confirm = json!({ "confirm": true });
    let server = server().build().unwrap();
    let form = Confirmed::form().fields()[0].name().to_owned();
    let yes = json!({ form: confirm["confirm"] });
    for count in ["1", "2"] {
        Conversation::with(server.clone())
            .call("count", json!({}))
            .expect_form("sure")
            .answer(&yes)
            .expect_text(count)
            .run()
            .await;
    }
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_told_what_it_lacks() {
    let order =
        || Conversation::with(server()).without_elicitation().call("order", json!({ "shop": "x" }));
    order().expect_error(-32_021).run().await;
    let failure = failure_of(order()).await;
    assert!(failure.contains("expected: a call that does not fail"), "{failure}");
    assert!(failure.contains("the error -32021"), "{failure}");
}

#[tokio::test]
async fn a_call_that_still_asks_at_the_end_of_the_script_fails_it() {
    let failure = failure_of(with_a_cake()).await;
    assert!(failure.contains("expected: the end of the call"), "{failure}");
    assert!(failure.contains("came:     a page `paid`: Pay first."), "{failure}");
    assert!(failure.contains("answer cake: accept"), "{failure}");
    let failure = failure_of(with_a_cake().expect_text("done")).await;
    assert!(failure.contains(r#"line:     .expect_text("done") at"#), "{failure}");
    assert!(failure.contains("conversation.rs"), "{failure}");
    assert!(failure.contains(r#"expected: the text "done""#), "{failure}");
}

#[tokio::test]
async fn an_ask_of_another_key_or_kind_fails_the_script() {
    for (script, expected) in [
        (with_a_cake().expect_url("payment").accept(), "a page `payment`"),
        (with_a_cake().expect_form("paid").accept(), "a form `paid`"),
        (with_a_cake().expect_url("paid").expect_message("later").accept(), "\"later\""),
    ] {
        let failure = failure_of(script).await;
        assert!(failure.contains(expected) && failure.contains("Pay first."), "{failure}");
    }
}

#[tokio::test]
async fn a_call_that_ends_before_everything_was_asked_fails_the_script() {
    let script = with_a_cake().expect_url("paid").accept().expect_form("more").decline();
    let failure = failure_of(script).await;
    assert!(failure.contains("expected: a form `more`"), "{failure}");
    assert!(failure.contains(r#"came:     the text "1 large no nuts"#), "{failure}");
}

#[tokio::test]
async fn a_tool_error_that_nobody_expects_fails_the_script() {
    let script = || {
        Conversation::with(server())
            .call("sort", json!({}))
            .expect_sample("words")
            .answer(Completion::text_of("muse", "x"))
            .expect_roots("roots")
            .answer(json!([]))
    };
    let failure = failure_of(script()).await;
    assert!(failure.contains("the tool error"), "{failure}");
    script().expect_tool_error("error").run().await;
    assert!(failure_of(script().expect_tool_error("no such words")).await.contains("tool error"));
}

#[tokio::test]
async fn a_handler_that_asks_something_else_when_it_runs_again_fails() {
    let script = Conversation::with(server()).call("fickle", json!({}));
    let failure = failure_of(script.expect_form("_order").accept()).await;
    assert!(failure.contains("Question 0?") && failure.contains("Question 1?"), "{failure}");
    let script = Conversation::with(server()).call("forgetful", json!({}));
    let failure = failure_of(script.expect_form("once").decline()).await;
    assert!(failure.contains(r#"then:     the text "done""#), "{failure}");
}

#[tokio::test]
async fn a_script_that_makes_no_sense_is_told_by_its_line() {
    for (script, problem) in [
        (Conversation::with(server()).expect_form("x"), "begins with `call`"),
        (Conversation::with(server()).call("sort", ()).decline(), "no ask that this could answer"),
        (Conversation::with(server()).call("sort", ()).expect_message("x"), "behind an ask"),
        (Conversation::with(server()).call("order", ()).expect_form("cake"), "an answer behind it"),
        (Conversation::with(server().tool(order)), "there are two of this name"),
    ] {
        let failure = failure_of(script).await;
        assert!(failure.contains(problem), "{failure}");
    }
}

#[tokio::test]
#[should_panic(expected = "the conversation did not go as its script has it")]
async fn a_script_that_is_run_panics_with_the_report() {
    with_a_cake().run().await;
}

/// Waits for something that never happens, and asks.
#[mcp_tool]
async fn patient(cx: &Context) -> String {
    let waited = cx.wait_until(|| std::future::ready(false), minutes(2)).await;

    #[elicit(key = "sure", message = "Sure? {waited:?}")]
    let _: Confirmed;

    format!("{waited:?}")
}

#[tokio::test(start_paused = true)]
async fn rounds_that_only_wait_are_played_without_a_line() {
    let conversation = Conversation::with(Server::new("t", "0").tool(patient));
    let script = conversation.call("patient", json!({})).expect_form("sure");
    script.expect_message("Sure? GaveUp").answer(json!({ "confirmed": true })).run().await;
}

/// Says what it was told, once.
#[mcp_tool(single_use)]
async fn once() -> String {
    #[elicit(key = "first", message = "First?")]
    let first: mcp_tests::Name;
    let first = first.name;
    #[elicit(key = "then", message = "And after {first}?")]
    let then: mcp_tests::Name;
    format!("{first} {}", then.name)
}

#[tokio::test]
async fn states_that_are_accepted_once_are_sent_once() {
    let conversation = Conversation::with(Server::new("t", "0").tool(once));
    let script = conversation.call("once", json!({})).expect_form("first");
    let script = script.answer(json!({ "name": "a" })).expect_form("then");
    script.answer(json!({ "name": "b" })).expect_text("a b").run().await;
}
