//! The client against our own server, in the same process.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::client::{ClientBuilder, ElicitAsk, ElicitError, HandlerError};
use mcp_runtime::prelude::*;
use mcp_runtime::{Client, ClientError, Transport};
use serde_json::json;

#[derive(Elicit)]
struct Who {
    /// Your first name
    #[elicit(min_length = 1, default = "stranger")]
    name: String,
    /// Your age
    #[elicit(minimum = 0, maximum = 150)]
    age: Option<u8>,
}

/// Greets.
#[mcp_tool]
async fn greet() -> String {
    #[elicit(message = "Who are you?")]
    let who: Answer<Who>;
    match who {
        Answer::Accept(Who { name, age: None }) => format!("Hello, {name}!"),
        Answer::Accept(Who { name, age: Some(age) }) => format!("Hello, {name} ({age})!"),
        Answer::Decline => "declined".into(),
        Answer::Cancel => "cancelled".into(),
    }
}

/// Opens a page.
#[mcp_tool]
async fn pay() -> String {
    #[elicit(url = "https://pay.example/", message = "Pay there.")]
    let paid: Answer<()>;
    format!("{paid:?}")
}

/// Uses the client's model, and its folders.
#[mcp_tool]
async fn poem() -> String {
    #[sample(prompt = "A poem, please.", max_tokens = 50)]
    let poem: Completion;
    #[roots]
    let roots: Vec<Root>;
    format!("{} for {}", poem.text(), roots[0].uri)
}

/// Asks three times.
#[mcp_tool]
async fn thrice() -> String {
    let mut names = Vec::new();
    for _ in 0..3 {
        #[elicit(message = "Who?")]
        let who: Who;
        names.push(who.name);
    }
    names.join(", ")
}

/// Says what it was given.
#[mcp_tool]
async fn echo(text: String) -> String {
    text
}

/// Never ends.
#[mcp_tool]
async fn hang() -> String {
    std::future::pending().await
}

fn server() -> Server {
    let server = Server::new("tests", "1.0.0").instructions("Be kind.").page_size(2);
    let server = server.tool(greet).tool(pay).tool(poem).tool(thrice).tool(echo).tool(hang);
    server.build().unwrap()
}

async fn connected(client: ClientBuilder) -> Client {
    client.connect(Transport::in_process(server())).await.unwrap()
}

fn client() -> ClientBuilder {
    Client::new("test", "0")
}

#[tokio::test]
async fn the_server_is_known_from_the_start_and_its_tools_come_from_all_pages() {
    let client = connected(client()).await;
    assert_eq!(client.server().supported_versions, ["2026-07-28"]);
    assert_eq!(client.server().instructions.as_deref(), Some("Be kind."));
    assert_eq!(client.server().server().unwrap().name, "tests");
    assert_eq!(client.discover().await.unwrap(), *client.server());

    let tools = client.list_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["greet", "pay", "poem", "thrice", "echo", "hang"]);
    assert_eq!(tools[4].input_schema["required"], json!(["text"]));
}

#[tokio::test]
async fn a_form_arrives_with_its_fields_and_its_answer_reaches_the_tool() {
    let client = connected(client().on_elicit(|ask: ElicitAsk| async move {
        assert_eq!((ask.key(), ask.tool(), ask.url()), ("who", "greet", None));
        assert_eq!(ask.message(), "Who are you?");
        assert_eq!(ask.server().unwrap().name, "tests");
        let form = ask.form().unwrap();
        assert_eq!(form.field("name").unwrap().description(), Some("Your first name"));
        assert_eq!(serde_json::Value::from(ask.defaults()), json!({ "name": "stranger" }));
        let wrong = ask.check(&json!({ "name": "Ada", "age": 151 })).unwrap_err();
        assert!(wrong.to_string().contains("`age`"), "{wrong}");
        assert!(ask.check(&json!({ "name": "Ada", "age": 36 })).is_ok());
        Ok(ask.accept(json!({ "name": "Ada", "age": 36 })))
    }))
    .await;
    let result = client.call_tool("greet", json!({})).await.unwrap();
    assert_eq!(result.text(), "Hello, Ada (36)!");
    assert_eq!(result.server().unwrap().version, "1.0.0");
    assert!(!result.is_error());
}

#[tokio::test]
async fn no_and_never_mind_are_told_apart() {
    let decline = connected(client().on_elicit(|ask| async move { Ok(ask.decline()) })).await;
    assert_eq!(decline.call_tool("greet", ()).await.unwrap().text(), "declined");
    let cancel = connected(client().on_elicit(|ask| async move { Ok(ask.cancel()) })).await;
    assert_eq!(cancel.call_tool("greet", ()).await.unwrap().text(), "cancelled");
}

#[tokio::test]
async fn an_accepted_page_carries_no_content() {
    let client = connected(client().on_elicit_url(|ask: ElicitAsk| async move {
        assert_eq!(ask.url(), Some("https://pay.example/"));
        Ok(ask.accept(json!({ "stray": true })))
    }))
    .await;
    assert_eq!(client.call_tool("pay", ()).await.unwrap().text(), "Accept(())");
}

#[tokio::test]
async fn a_model_and_folders_are_asked_in_one_round() {
    let rounds = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&rounds);
    let client = client()
        .on_sample(|ask| async move {
            assert_eq!((ask.prompt().as_str(), ask.max_tokens()), ("A poem, please.", Some(50)));
            Ok(Completion::text_of("muse", "Roses are red"))
        })
        .roots([Root::new("file:///srv", "srv")])
        .on_round(move |round| seen.lock().unwrap().push(round.clone()));
    let result = connected(client).await.call_tool("poem", ()).await.unwrap();
    assert_eq!(result.text(), "Roses are red for file:///srv");
    let rounds = rounds.lock().unwrap();
    assert_eq!(rounds.len(), 1);
    assert_eq!((rounds[0].number, rounds[0].keys.len()), (1, 2));
    assert!(rounds[0].state_bytes.unwrap() > 100);
}

#[tokio::test]
async fn what_has_no_handler_is_not_declared_and_so_not_asked() {
    let pages_only =
        connected(client().on_elicit_url(|ask| async move { Ok(ask.decline()) })).await;
    for client in [connected(client()).await, pages_only] {
        let error = client.call_tool("greet", ()).await.unwrap_err();
        let ClientError::Server { code, data, .. } = error else { panic!("{error}") };
        assert_eq!(code, -32_021);
        assert!(data.unwrap()["requiredCapabilities"]["elicitation"].is_object());
    }
}

#[tokio::test]
async fn a_handler_that_fails_ends_the_call_with_its_words_and_declines_nothing() {
    let client = connected(client().on_elicit(|ask: ElicitAsk| async move {
        if ask.tool() == "greet" {
            return Err(ElicitError::message("nobody is at the keyboard"));
        }
        let number: u8 = "many".parse()?;
        Ok(ask.accept(number))
    }))
    .await;
    let error = client.call_tool("greet", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "ask `who` was not answered: nobody is at the keyboard");
    assert!(!error.is_from_server());
    let error = client.call_tool("thrice", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "ask `who` was not answered: its handler failed");
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(source, "invalid digit found in string");
}

#[tokio::test]
async fn a_call_that_takes_more_rounds_than_the_limit_is_given_up() {
    let answers = |ask: ElicitAsk| async move { Ok::<_, HandlerError>(ask.accept(json!({}))) };
    let enough = connected(client().on_elicit(answers).max_rounds(3)).await;
    let text = enough.call_tool("thrice", ()).await.unwrap().text();
    assert_eq!(text, "stranger, stranger, stranger");

    let short = connected(client().on_elicit(answers).max_rounds(2)).await;
    let error = short.call_tool("thrice", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "the server still asks for `who#3` after 2 rounds");
}

#[tokio::test]
async fn arguments_are_an_object_or_nothing() {
    let client = connected(client()).await;
    let error = client.call_tool("echo", json!(["a"])).await.unwrap_err();
    assert!(matches!(error, ClientError::Arguments { .. }), "{error}");
    let missing = client.call_tool("echo", ()).await.unwrap();
    assert!(missing.is_error() && missing.text().contains("text"), "{missing:?}");
    let error = client.call_tool("nothing", ()).await.unwrap_err();
    assert!(error.is_from_server());
}

#[tokio::test]
async fn calls_that_are_under_way_together_get_their_own_answers() {
    let client = connected(client()).await;
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move {
                let text = format!("{number}-{}", "x".repeat(64 * 1024));
                let result = client.call_tool("echo", json!({ "text": text })).await.unwrap();
                assert_eq!(result.text(), text);
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
}

#[tokio::test]
async fn a_slow_call_holds_up_no_other_and_can_be_dropped() {
    let client = connected(client()).await;
    let slow = tokio::time::timeout(Duration::from_millis(50), client.call_tool("hang", ()));
    let (slow, quick) = tokio::join!(slow, client.call_tool("echo", json!({ "text": "hi" })));
    assert!(slow.is_err());
    assert_eq!(quick.unwrap().text(), "hi");
}

#[tokio::test]
async fn a_closed_client_says_so() {
    let client = connected(client()).await;
    let other = client.clone();
    assert!(client.close().await.is_none());
    let error = other.call_tool("echo", json!({ "text": "hi" })).await.unwrap_err();
    assert!(matches!(error, ClientError::Closed | ClientError::Disconnected), "{error}");
}

#[tokio::test]
async fn dropping_a_call_drops_the_handler_that_is_at_work() {
    struct Dropped(Option<tokio::sync::oneshot::Sender<()>>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            let _ = self.0.take().unwrap().send(());
        }
    }

    let (tell, dropped) = tokio::sync::oneshot::channel();
    let guard = Mutex::new(Some(Dropped(Some(tell))));
    let client = connected(client().on_elicit(move |ask| {
        let guard = guard.lock().unwrap().take();
        async move {
            let _guard = guard;
            tokio::time::sleep(Duration::from_secs(600)).await;
            Ok(ask.cancel())
        }
    }))
    .await;
    let call = client.call_tool("greet", ());
    assert!(tokio::time::timeout(Duration::from_millis(50), call).await.is_err());
    dropped.await.unwrap();
}
