//! A server as it is built, and what it says of itself.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_runtime::{CacheScope, InputLimits, schemars};
use mcp_tests::{Caller, Name, server_of};
use serde::Deserialize;
use serde_json::{Value, json};

fn named(name: &'static str) -> Tool {
    Tool::new(name).handler(|_, _| Box::pin(async { "x" }))
}

/// Says hello.
///
/// In a second paragraph, more.
#[mcp_tool(title = "Hello", read_only, idempotent)]
async fn hello() -> &'static str {
    "Hello!"
}

/// What is held for handlers.
struct Files;

#[mcp_tool]
async fn borrows(files: &Files) -> String {
    let _: &Files = files;
    String::new()
}

fn errors(builder: mcp_runtime::ServerBuilder) -> Vec<String> {
    let errors = builder.build().unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn two_tools_of_one_name_are_refused() {
    let builder = Server::new("t", "1").tool(named("a")).tool(named("b")).tool(named("a"));
    assert_eq!(
        errors(builder),
        ["tool `a`: there are two of this name; rename one with `#[mcp_tool(name = \"…\")]`"]
    );
}

#[test]
fn every_problem_of_a_configuration_is_told_at_once() {
    let builder = Server::new("t", "1")
        .input_limits(InputLimits { max_rounds: 0, max_reasks: 0, max_state_bytes: 0 })
        .page_size(0)
        .max_message_bytes(0)
        .max_in_flight(0)
        .state(7_u8)
        .state(8_u8)
        .tool(borrows)
        .tool(named("a b"))
        .tool(Tool::new("idle"))
        .tool(named("list").input_schema(json!({ "type": "array" })))
        .tool(named("a b"));
    let error = builder.build().unwrap_err();
    let text = error.to_string();
    for line in [
        "the server cannot be built:",
        "- state `u8`: there are two of this type; a handler could not tell them apart",
        "- `max_rounds` must be more than zero",
        "- `max_state_bytes` must be more than zero",
        "- `page_size` must be more than zero",
        "- `max_message_bytes` must be more than zero",
        "- `max_in_flight` must be more than zero",
        "- tool `borrows`: it borrows `server::Files`, which the server does not hold; add it with `.state(…)`",
        "- tool \"a b\": a name has 1 to 128 characters of A-Z, a-z, 0-9, `_`, `.` and `-`",
        "- tool `idle`: it has no handler; give it one with `.handler(…)`",
        "- tool `list`: its input schema must have `\"type\": \"object\"` at the root",
        "- tool `a b`: there are two of this name; rename one with `#[mcp_tool(name = \"…\")]`",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\nis not in\n{text}");
    }
    assert_eq!(text.lines().count(), 13, "the bad name is told for each of the two: {text}");
}

/// Fetches something that nobody may read on its way.
#[mcp_tool]
async fn unlock() -> String {
    #[step(secret)]
    let code: String = "1234".to_owned();

    #[elicit(key = "sure", message = "Unlock?")]
    let _: Confirmed;

    format!("unlocked with {} digits", code.len())
}

#[test]
fn a_secret_step_needs_states_that_nobody_can_read() {
    let signed = Server::new("t", "1").tool(unlock).request_state(mcp_tests::sealing());
    let line = unlock().points()[0].line;
    assert_eq!(
        errors(signed),
        [format!(
            "tool `unlock`: step `code` (line {line}) is secret, and states are only signed, so that clients can read \
             them; encrypt them with `RequestState::encrypted()` (feature `encrypt`)"
        )]
    );
    assert_eq!(
        errors(Server::new("t", "1").tool(unlock)).len(),
        1,
        "nor does a key of the process"
    );
}

#[tokio::test]
async fn a_secret_step_is_carried_where_nobody_can_read_it() {
    let sealing = || mcp_tests::sealing().encrypted();
    let server = Server::new("t", "1").tool(unlock).request_state(sealing()).build().unwrap();
    let ada = Caller::who_can_be_asked(server);
    let asked = ada.calls("unlock", json!({})).await;
    let done = ada.answers(&asked, [("sure", mcp_tests::forms::yes())]).await;
    assert_eq!(done.text(), "unlocked with 4 digits");
}

#[test]
fn names_are_held_to_what_clients_take() {
    for name in ["", "a b", "ä", "a/b", "a:b", "a\n"] {
        assert_eq!(errors(Server::new("t", "1").tool(named(name))).len(), 1, "{name:?}");
    }
    let long: &'static str = Box::leak("x".repeat(128).into_boxed_str());
    for name in ["a", "A-b_c.9", "__proto__", long] {
        assert!(Server::new("t", "1").tool(named(name)).build().is_ok(), "{name:?}");
    }
    let longer: &'static str = Box::leak("x".repeat(129).into_boxed_str());
    assert_eq!(errors(Server::new("t", "1").tool(named(longer))).len(), 1);
}

#[tokio::test]
async fn discover_says_what_is_served_and_for_how_long() {
    let server =
        Server::new("shop", "1.2.3").title("The shop").instructions("Be \"kind\".\n").tool(hello);
    let server = server.cache(Duration::from_millis(1_500), CacheScope::Public).build().unwrap();
    let ada = Caller::of(server);
    let said = ada.requests("server/discover", json!({ "_meta": ada.meta() })).await;
    assert_eq!(
        said.result(),
        &json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": { "logging": {}, "tools": {} },
            "instructions": "Be \"kind\".\n",
            "ttlMs": 1500,
            "cacheScope": "public",
            "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "shop", "title": "The shop", "version": "1.2.3" } },
        })
    );
}

#[tokio::test]
async fn a_server_without_tools_has_no_methods_of_tools() {
    let ada = Caller::of(Server::new("t", "1").build().unwrap());
    let said = ada.requests("server/discover", json!({ "_meta": ada.meta() })).await;
    assert_eq!(said.result()["capabilities"], json!({ "logging": {} }));
    for method in ["tools/list", "tools/call"] {
        assert_eq!(ada.requests(method, json!({ "_meta": ada.meta() })).await.code(), -32_601);
    }
}

#[tokio::test]
async fn every_result_says_who_made_it_unless_that_is_switched_off() {
    let ask = Tool::new("ask")
        .handler(|cx, _| Box::pin(async move { format!("{:?}", cx.elicit::<Name>("?").await) }));
    let build = || {
        Server::new("shop", "1").tool(hello).tool(Tool::new("asks").handler(|cx, _| {
            Box::pin(async move { format!("{:?}", cx.elicit::<Name>("?").await) })
        }))
    };
    let info = "io.modelcontextprotocol/serverInfo";
    let with = Caller::who_can_be_asked(build().tool(ask).build().unwrap());
    let without = with.clone().at(build().without_server_info().build().unwrap());
    for (method, tool) in [
        ("server/discover", ""),
        ("tools/list", ""),
        ("tools/call", "hello"),
        ("tools/call", "asks"),
    ] {
        let params = json!({ "_meta": with.meta(), "name": tool });
        let said = with.requests(method, params.clone()).await;
        assert_eq!(
            said.result()["_meta"][info],
            json!({ "name": "shop", "version": "1" }),
            "{method}"
        );
        assert_eq!(without.requests(method, params).await.result().get("_meta"), None, "{method}");
    }
}

async fn list(ada: &Caller, cursor: Option<&Value>) -> Value {
    let mut params = json!({ "_meta": ada.meta() });
    if let Some(cursor) = cursor {
        params["cursor"] = cursor.clone();
    }
    ada.requests("tools/list", params).await.result().clone()
}

#[tokio::test]
async fn tools_are_listed_page_by_page_in_the_order_of_registration() {
    let names = ["e", "a", "d", "b", "c"];
    let server = names
        .iter()
        .fold(Server::new("t", "1").page_size(2), |server, name| server.tool(named(name)));
    let ada = Caller::of(server.build().unwrap());
    let (mut listed, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = list(&ada, cursor.as_ref()).await;
        assert_eq!((&page["ttlMs"], &page["cacheScope"]), (&json!(0), &json!("private")));
        listed.extend(
            page["tools"]
                .as_array()
                .unwrap()
                .iter()
                .map(|tool| tool["name"].as_str().unwrap().to_owned()),
        );
        pages += 1;
        cursor = page.get("nextCursor").cloned();
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((listed, pages), (names.map(str::to_owned).to_vec(), 3));
    assert_eq!(
        list(&ada, Some(&Value::Null)).await["tools"][0]["name"],
        "e",
        "`null` is no cursor"
    );
}

#[tokio::test]
async fn a_cursor_that_this_server_did_not_give_is_refused() {
    let ada = Caller::of(server_of(hello));
    for cursor in [
        json!(""),
        json!("0"),
        json!("dG9vbHM6MQ"),
        json!("dG9vbHM6MA"),
        json!(1),
        json!({}),
        json!("__proto__"),
    ] {
        let said =
            ada.requests("tools/list", json!({ "_meta": ada.meta(), "cursor": cursor })).await;
        assert_eq!(said.code(), -32_602, "{cursor}");
        assert_eq!(
            said.error(),
            "`params.cursor` is not one that this server gave: start again without it"
        );
    }
}

#[tokio::test]
async fn a_tool_is_listed_with_all_that_is_known_of_it() {
    let bare = named("bare")
        .icon("https://example.com/i.png")
        .icon("data:image/png;base64,AA==")
        .destructive(false);
    let server = Server::new("t", "1")
        .tool(hello)
        .tool(bare.output_schema(json!({ "type": "object" })))
        .build()
        .unwrap();
    let page = list(&Caller::of(server), None).await;
    assert_eq!(
        page["tools"],
        json!([
            {
                "name": "hello",
                "title": "Hello",
                "description": "Says hello.\n\nIn a second paragraph, more.",
                "inputSchema": { "type": "object", "properties": {} },
                "annotations": { "readOnlyHint": true, "idempotentHint": true },
            },
            {
                "name": "bare",
                "inputSchema": { "type": "object", "properties": {} },
                "outputSchema": { "type": "object" },
                "icons": [{ "src": "https://example.com/i.png" }, { "src": "data:image/png;base64,AA==" }],
                "annotations": { "destructiveHint": false },
            },
        ])
    );
}

/// How it is sent.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Speed {
    Fast,
    Slow,
}

/// A place.
#[derive(Deserialize, schemars::JsonSchema)]
struct Place {
    street: Option<String>,
    tags: Option<Vec<String>>,
    speed: Option<Speed>,
}

#[mcp_tool]
async fn wide(
    /// The last letter first
    z: Option<Vec<String>>,
    /// Where
    place: Place,
    speed: Speed,
    old: Option<Place>,
    #[arg(default = 3)] a: u8,
) -> String {
    let _ = (z, place.street, place.tags, place.speed, speed, old.is_some(), a);
    String::new()
}

#[tokio::test]
async fn input_schemas_are_those_that_every_client_takes() {
    let ada = Caller::of(server_of(wide));
    let said = ada.requests("tools/list", json!({ "_meta": ada.meta() })).await;
    let schema = &said.result()["tools"][0]["inputSchema"];
    let text = schema.to_string();
    for never in ["$ref", "$defs", "$schema", "null", "definitions", "oneOf", "anyOf", "allOf"] {
        assert!(!text.contains(never), "{never} in {text}");
    }
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["place", "speed"]));
    assert_eq!(schema["properties"]["speed"]["enum"], json!(["fast", "slow"]));
    assert_eq!(
        schema["properties"]["place"]["properties"]["speed"]["enum"],
        json!(["fast", "slow"])
    );
    assert_eq!(schema["properties"]["z"]["type"], "array");
    assert_eq!(schema["properties"]["z"]["description"], "The last letter first");
    assert_eq!(schema["properties"]["a"]["default"], 3);
    let places = ["\"z\":{", "\"place\":{", "\"speed\":{", "\"old\":{", "\"a\":{"];
    let places = places.map(|name| said.raw().find(name).unwrap());
    assert!(
        places[0] < places[1] && places[1] < places[3] && places[3] < places[4],
        "{}",
        said.raw()
    );
}
