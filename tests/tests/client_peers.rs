//! The client against servers that misbehave: each a script over a pair of pipes.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::future::Future;
use std::time::Duration;

use mcp_runtime::client::{ElicitAsk, ElicitReply, HandlerError};
use mcp_runtime::{Client, ClientError, Root, Transport};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

/// The other end of a client's pipes.
struct Peer {
    requests: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
}

impl Peer {
    async fn receives(&mut self) -> Option<Value> {
        let line = self.requests.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    async fn writes(&mut self, line: &str) {
        self.output.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn answers(&mut self, request: &Value, result: Value) {
        let line = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        self.writes(&line.to_string()).await;
    }

    /// Answers the next request, which it returns.
    async fn answers_next(&mut self, result: Value) -> Value {
        let request = self.receives().await.expect("a request");
        self.answers(&request, result).await;
        request
    }
}

/// A client whose server does as `script` says, once it has answered the first request as it should.
async fn against<F, Fut>(script: F) -> Session
where
    F: FnOnce(Peer) -> Fut,
    Fut: Future<Output = ()> + Send + 'static,
{
    let (client, mut peer) = ends();
    let probe = peer_discover(&mut peer);
    let connect = Client::new("test", "0")
        .on_elicit_form(accepts)
        .roots([Root::new("file:///srv", "srv")])
        .max_rounds(3)
        .max_message_bytes(10_000)
        .connect(client);
    let (client, ()) = tokio::join!(connect, probe);
    Session { client: client.unwrap(), script: tokio::spawn(script(peer)) }
}

/// A client, and the script that its server plays.
struct Session {
    client: Client,
    script: JoinHandle<()>,
}

impl Session {
    /// Closes the client, and sees that the script came to its end.
    async fn ends(self) {
        drop(self.client);
        self.script.await.unwrap();
    }
}

impl std::ops::Deref for Session {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

fn ends() -> (Transport, Peer) {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(ours);
    let (requests, answers) = tokio::io::split(theirs);
    let peer = Peer { requests: BufReader::new(requests).lines(), output: answers };
    (Transport::pipes(input, output), peer)
}

async fn peer_discover(peer: &mut Peer) {
    let request = peer
        .answers_next(json!({ "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        .await;
    assert_eq!(request["method"], "server/discover");
    let meta = &request["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(
        meta["io.modelcontextprotocol/clientCapabilities"],
        json!({ "elicitation": { "form": {} }, "roots": {} })
    );
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "test");
}

async fn accepts(ask: ElicitAsk) -> Result<ElicitReply, HandlerError> {
    Ok(ask.accept(json!({ "name": "Ada" })))
}

fn form(key: &str) -> Value {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let params = json!({ "message": "Name?", "requestedSchema": schema });
    json!({ key: { "method": "elicitation/create", "params": params } })
}

fn done(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

/// What is wrong with `result`, as an answer to a call.
async fn problem_of(result: Value) -> String {
    let client = against(|mut peer| async move {
        peer.answers_next(result).await;
        assert!(peer.receives().await.is_none(), "there must be no retry");
    })
    .await;
    let error = client.call_tool("tool", ()).await.unwrap_err();
    client.ends().await;
    match error {
        ClientError::InvalidResponse { method, problem } => {
            assert_eq!(method, "tools/call");
            problem
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_retry_is_the_same_call_with_the_answers_and_the_state_byte_for_byte() {
    let client = against(|mut peer| async move {
        let first = peer.receives().await.unwrap();
        let id = &first["id"];
        // As text: an escape in the state must come back as it went.
        peer.writes(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"a\u0062\/c","inputRequests":{}}}}}"#,
            form("who")
        ))
        .await;
        let second = peer.requests.next_line().await.unwrap().unwrap();
        assert!(second.contains(r#""requestState":"a\u0062\/c""#), "{second}");
        let second: Value = serde_json::from_str(&second).unwrap();
        assert_ne!(first["id"], second["id"]);
        let answer = json!({ "who": { "action": "accept", "content": { "name": "Ada" } } });
        assert_eq!(second["params"]["inputResponses"], answer);
        for member in ["name", "arguments", "_meta"] {
            assert_eq!(first["params"][member], second["params"][member], "{member}");
        }

        // No state this time: the old one must not come back.
        let roots = json!({ "folders": { "method": "roots/list" } });
        peer.answers(&second, json!({ "resultType": "input_required", "inputRequests": roots }))
            .await;
        let third = peer.answers_next(done("fine")).await;
        assert!(third["params"].get("requestState").is_none());
        let answer = json!({ "folders": { "roots": [{ "uri": "file:///srv", "name": "srv" }] } });
        assert_eq!(third["params"]["inputResponses"], answer);
    })
    .await;
    let result = client.call_tool("tool", json!({ "b": 1, "a": 2.5 })).await.unwrap();
    assert_eq!(result.text(), "fine");
    client.ends().await;
}

#[tokio::test(start_paused = true)]
async fn rounds_that_only_carry_a_state_are_spaced_out_and_end() {
    let client = against(|mut peer| async move {
        while let Some(request) = peer.receives().await {
            assert!(request["params"].get("inputResponses").is_none());
            let result = json!({ "resultType": "input_required", "requestState": "later" });
            peer.answers(&request, result).await;
        }
    })
    .await;
    let begun = tokio::time::Instant::now();
    let error = client.call_tool("tool", ()).await.unwrap_err();
    assert!(matches!(&error, ClientError::RoundsExceeded { limit: 3, keys } if keys.is_empty()));
    assert!(error.to_string().contains("more time"), "{error}");
    assert_eq!(begun.elapsed().as_millis() / 250, 7, "250, 500 and 1000 ms");
}

#[tokio::test]
async fn a_server_that_asks_for_ever_is_given_up() {
    let client = against(|mut peer| async move {
        while let Some(request) = peer.receives().await {
            let result = json!({ "resultType": "input_required", "inputRequests": form("again") });
            peer.answers(&request, result).await;
        }
    })
    .await;
    let error = client.call_tool("tool", ()).await.unwrap_err();
    assert_eq!(error.to_string(), "the server still asks for `again` after 3 rounds");
}

#[tokio::test]
async fn results_that_break_the_protocol_are_errors_and_nothing_is_retried() {
    let asking = |asks: Value| json!({ "resultType": "input_required", "inputRequests": asks });
    let elicit =
        |params: Value| json!({ "k": { "method": "elicitation/create", "params": params } });
    for (result, said) in [
        (json!({ "resultType": "task" }), "`resultType` is \"task\""),
        (asking(json!("oops")), "`inputRequests`"),
        (asking(json!({})), "neither asks nor a state"),
        (json!({ "resultType": "input_required", "requestState": 7 }), "`requestState`"),
        (asking(json!({ "k": { "method": "sampling/createMessage" } })), "did not declare"),
        (asking(json!({ "k": { "method": "tools/list" } })), "nothing that a client can be asked"),
        (asking(json!({ "k": 12345 })), "ask `k`"),
        (asking(json!({ "k": ["roots/list"] })), "an object with a `method`"),
        (
            asking(elicit(json!({ "mode": "url", "message": "m", "url": "https://x/" }))),
            "elicitation.url",
        ),
        (asking(elicit(json!({ "mode": "voice", "message": "m" }))), "its mode is `voice`"),
        (asking(elicit(json!({ "message": "m" }))), "requestedSchema"),
        (
            asking(elicit(
                json!({ "message": "m", "requestedSchema": { "type": "object", "properties": { "a": { "type": "object" } } } }),
            )),
            "not the schema of a form",
        ),
        (json!({ "content": "text" }), "`content`"),
        (json!([]), "an object"),
    ] {
        let problem = problem_of(result.clone()).await;
        assert!(problem.contains(said), "{result}: {problem}");
    }
}

#[tokio::test]
async fn a_form_without_fields_is_a_question_of_yes_or_no() {
    let client = against(|mut peer| async move {
        let schema = json!({ "type": "object", "properties": {} });
        let params = json!({ "mode": "form", "message": "Sure?", "requestedSchema": schema });
        let asks = json!({ "sure": { "method": "elicitation/create", "params": params } });
        peer.answers_next(json!({ "resultType": "input_required", "inputRequests": asks })).await;
        peer.answers_next(done("fine")).await;
    })
    .await;
    assert_eq!(client.call_tool("tool", ()).await.unwrap().text(), "fine");
}

#[tokio::test]
async fn rubbish_and_answers_to_nothing_are_passed_over() {
    let client = against(|mut peer| async move {
        let request = peer.receives().await.unwrap();
        let id = request["id"].as_u64().unwrap();
        for line in [
            "Listening…".to_owned(),
            "{".to_owned(),
            "[]".to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{{}}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, id + 100),
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}"#.to_owned(),
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#.to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#),
        ] {
            peer.writes(&line).await;
        }
        peer.answers(&request, done("first")).await;
        peer.answers(&request, done("twice")).await;
        peer.answers_next(done("second")).await;
        assert!(peer.receives().await.is_none(), "a client answers nothing in this revision");
    })
    .await;
    assert_eq!(client.call_tool("tool", ()).await.unwrap().text(), "first");
    assert_eq!(client.call_tool("tool", ()).await.unwrap().text(), "second");
    client.ends().await;
}

#[tokio::test]
async fn an_answer_that_is_none_fails_its_own_call() {
    for body in [
        r#""result":{},"error":{"code":1}"#,
        r#""error":"oops""#,
        r#""error":[1,"oops"]"#,
        r#""result":null"#,
    ] {
        let client = against(|mut peer| async move {
            let request = peer.receives().await.unwrap();
            peer.writes(&format!(r#"{{"jsonrpc":"2.0","id":{},{body}}}"#, request["id"])).await;
        })
        .await;
        let error = client.call_tool("tool", ()).await.unwrap_err();
        assert!(matches!(error, ClientError::InvalidResponse { .. }), "{body}: {error}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_long_fails_what_is_open_and_the_next_call_works() {
    let client = against(|mut peer| async move {
        peer.answers_next(done(&"x".repeat(20_000))).await;
        peer.answers_next(done("short")).await;
    })
    .await;
    let error = client.call_tool("tool", ()).await.unwrap_err();
    assert!(matches!(error, ClientError::TooLong { limit: 10_000 }), "{error}");
    assert_eq!(client.call_tool("tool", ()).await.unwrap().text(), "short");
}

#[tokio::test]
async fn a_server_that_goes_away_fails_every_open_call_and_every_later_one() {
    let client = against(|mut peer| async move {
        peer.receives().await.unwrap();
        peer.receives().await.unwrap();
    })
    .await;
    let (one, two) = tokio::join!(client.call_tool("one", ()), client.call_tool("two", ()));
    for error in [one.unwrap_err(), two.unwrap_err(), client.discover().await.unwrap_err()] {
        assert!(matches!(error, ClientError::Disconnected), "{error}");
    }
}

#[tokio::test]
async fn a_dropped_call_is_cancelled_by_its_id_and_one_that_ended_is_not() {
    let (told, cancelled) = tokio::sync::oneshot::channel();
    let client = against(|mut peer| async move {
        peer.answers_next(done("fine")).await;
        let open = peer.receives().await.unwrap();
        let next = peer.receives().await.unwrap();
        told.send((open, next)).unwrap();
        peer.receives().await;
    })
    .await;
    client.call_tool("quick", ()).await.unwrap();
    let call = client.call_tool("slow", ());
    assert!(tokio::time::timeout(Duration::from_millis(20), call).await.is_err());
    let (open, next) = cancelled.await.unwrap();
    assert_eq!(open["params"]["name"], "slow");
    assert_eq!(next["method"], "notifications/cancelled");
    assert_eq!(next["params"]["requestId"], open["id"]);
}

#[tokio::test]
async fn a_server_of_another_revision_is_told_by_its_answer() {
    for (answer, supported) in [
        (json!({ "result": { "supportedVersions": ["2027-01-01"] } }), 1),
        (json!({ "error": { "code": -32601, "message": "Method not found" } }), 0),
        (
            json!({ "error": { "code": -32022, "message": "no", "data": { "supported": ["a", "b"] } } }),
            2,
        ),
    ] {
        let (transport, mut peer) = ends();
        let answers = async {
            let request = peer.receives().await.unwrap();
            let mut line = answer.clone();
            line["jsonrpc"] = "2.0".into();
            line["id"] = request["id"].clone();
            peer.writes(&line.to_string()).await;
        };
        let (client, ()) = tokio::join!(Client::new("test", "0").connect(transport), answers);
        let error = client.unwrap_err();
        let ClientError::Revision { supported: found, .. } = &error else { panic!("{error}") };
        assert_eq!(found.len(), supported, "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_does_not_hold_up_a_client_for_ever() {
    let (transport, _peer) = ends();
    let connect = Client::new("test", "0").connect_timeout(Duration::from_secs(5));
    let error = connect.connect(transport).await.unwrap_err();
    assert!(matches!(error, ClientError::ConnectTimedOut { .. }), "{error}");
}

#[tokio::test]
async fn an_empty_cursor_is_a_cursor_and_pages_that_do_not_end_are_given_up() {
    let page = |name: &str, next: Option<&str>| {
        let tool = json!({ "name": name, "inputSchema": { "type": "object" }, "x-new": 1 });
        let mut page = json!({ "resultType": "complete", "tools": [tool] });
        if let Some(next) = next {
            page["nextCursor"] = next.into();
        }
        page
    };
    let (first, second) = (page("one", Some("")), page("two", None));
    let endless = page("three", Some("same"));
    let client = against(|mut peer| async move {
        let request = peer.answers_next(first).await;
        assert!(request["params"].get("cursor").is_none());
        let request = peer.answers_next(second).await;
        assert_eq!(request["params"]["cursor"], "");
        while let Some(request) = peer.receives().await {
            peer.answers(&request, endless.clone()).await;
        }
    })
    .await;
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools.len(), 2);
    assert_eq!(tools[0].other["x-new"], 1);
    assert!(client.list_tools().await.unwrap_err().to_string().contains("leads to itself"));
}

#[tokio::test]
async fn members_that_are_not_known_are_kept() {
    let client = against(|mut peer| async move {
        let content = json!([{ "type": "hologram", "x": 1 }, { "type": "text", "text": "a" }]);
        peer.answers_next(json!({ "content": content, "structuredContent": null, "later": true }))
            .await;
    })
    .await;
    let result = client.call_tool("tool", ()).await.unwrap();
    assert_eq!((result.text().as_str(), result.content().count()), ("a", 1));
    assert_eq!(result.structured(), Some(&Value::Null));
    assert_eq!(result.json()["later"], true);
    assert_eq!(result.json()["content"][0]["type"], "hologram");
}

#[tokio::test]
async fn a_command_that_cannot_be_is_told_by_its_name() {
    let connect = |line: &str| Client::new("test", "0").connect(Transport::child(line));
    let error = connect("'no end").await.unwrap_err();
    assert!(matches!(error, ClientError::Command { .. }), "{error}");
    assert!(matches!(connect("  ").await.unwrap_err(), ClientError::Command { .. }));
    let error = connect("there-is-no-such-program --at all").await.unwrap_err();
    assert!(error.to_string().starts_with("`there-is-no-such-program` cannot be started"));
}
