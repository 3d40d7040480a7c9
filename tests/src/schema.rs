//! The official JSON schema of 2026-07-28, where it is at hand.
//!
//! It is looked for in `MCP_SCHEMA_DIR`, then in the sibling folder `../shared/schema` of the repository. Where it is
//! missing the messages go unchecked, which is said once; with `MCP_REQUIRE_ALL=1` that is a failure.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::Validator;
use serde_json::{Value, json};

const FILE: &str = "2026-07-28.json";

/// The definitions of the official schema, and a validator for each that was needed so far.
#[derive(Debug)]
struct Official {
    definitions: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

fn official() -> Option<&'static Official> {
    static OFFICIAL: OnceLock<Option<Official>> = OnceLock::new();
    OFFICIAL.get_or_init(read).as_ref()
}

fn read() -> Option<Official> {
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let sibling = repository.join("../shared/schema");
    let folder = std::env::var_os("MCP_SCHEMA_DIR").map_or(sibling, PathBuf::from);
    let file = folder.join(FILE);
    let Ok(text) = std::fs::read_to_string(&file) else {
        let required = std::env::var("MCP_REQUIRE_ALL").is_ok_and(|value| value == "1");
        assert!(!required, "there is no schema at {}", file.display());
        skipped(&file);
        return None;
    };
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    Some(Official { definitions: schema["$defs"].take(), validators: Mutex::default() })
}

#[allow(clippy::print_stderr, reason = "a test says what it did not do")]
fn skipped(file: &std::path::Path) {
    eprintln!("skipped: messages are not validated, there is no {}", file.display());
}

/// Whether there is a schema to hold messages against.
pub fn is_there() -> bool {
    official().is_some()
}

/// Fails unless `value` is what the schema calls `definition`.
pub fn assert_is(definition: &str, value: &Value) {
    let Some(official) = official() else { return };
    let problems = official.problems(definition, value);
    assert!(problems.is_empty(), "not a valid {definition}: {problems:#?}\n{value:#}");
}

impl Official {
    fn problems(&self, definition: &str, value: &Value) -> Vec<String> {
        let validator = self.validator(definition);
        let problems = validator.iter_errors(value);
        problems.map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    fn validator(&self, definition: &str) -> Arc<Validator> {
        let mut validators = self.validators.lock().expect("no test panics in here");
        if let Some(known) = validators.get(definition) {
            return Arc::clone(known);
        }
        assert!(self.definitions.get(definition).is_some(), "no definition {definition}");
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": format!("#/$defs/{definition}"),
            "$defs": self.definitions,
        });
        let validator = Arc::new(jsonschema::validator_for(&schema).expect("it is a schema"));
        validators.insert(definition.to_owned(), Arc::clone(&validator));
        validator
    }
}

/// Fails unless `message` is what a client of 2026-07-28 may send.
pub fn assert_sent(message: &Value) {
    let definition = match message["method"].as_str() {
        Some("server/discover") => "DiscoverRequest",
        Some("tools/list") => "ListToolsRequest",
        Some("tools/call") => "CallToolRequest",
        Some("notifications/cancelled") => "CancelledNotification",
        other => panic!("no request of a client: {other:?}"),
    };
    assert_is(definition, message);
}

/// Fails unless `message` is what a server of 2026-07-28 may answer a request of this method with.
pub fn assert_answered(method: &str, message: &Value) {
    let result = &message["result"];
    match (method, result["resultType"].as_str()) {
        ("tools/call", Some("input_required")) => assert_asks(message),
        (_, Some("complete")) => {
            assert_is("JSONRPCResultResponse", message);
            assert_is(result_of(method), result);
        }
        _ => assert_refused(message),
    }
}

fn result_of(method: &str) -> &'static str {
    match method {
        "server/discover" => "DiscoverResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        other => panic!("nothing is known of the result of {other}"),
    }
}

fn assert_asks(message: &Value) {
    assert_is("CallToolResultResponse", message);
    let result = &message["result"];
    assert_is("InputRequiredResult", result);
    let asks = result["inputRequests"].as_object();
    assert!(asks.is_some() || result.get("requestState").is_some(), "it wants nothing: {result}");
    assert!(asks.is_none_or(|asks| !asks.is_empty()), "an empty map is left out: {result}");
    for ask in asks.into_iter().flat_map(serde_json::Map::values) {
        match ask["method"].as_str() {
            Some("sampling/createMessage") => assert_is("CreateMessageRequest", ask),
            Some("roots/list") => assert_is("ListRootsRequest", ask),
            _ if ask["params"]["mode"] == "url" => {
                assert_is("ElicitRequestURLParams", &ask["params"]);
            }
            _ => {
                assert_is("ElicitRequest", ask);
                assert_is("ElicitRequestFormParams", &ask["params"]);
            }
        }
    }
}

fn assert_refused(message: &Value) {
    assert_is("JSONRPCErrorResponse", message);
    let error = &message["error"];
    match error["code"].as_i64() {
        Some(-32_700) => assert_is("ParseError", error),
        Some(-32_600) => assert_is("InvalidRequestError", error),
        Some(-32_601) => assert_is("MethodNotFoundError", error),
        Some(-32_602) => assert_is("InvalidParamsError", error),
        Some(-32_603) => assert_is("InternalError", error),
        Some(-32_021) => assert_is("MissingRequiredClientCapabilityError", message),
        Some(-32_022) => assert_is("UnsupportedProtocolVersionError", message),
        // A handler's own codes stay outside of what JSON-RPC and the specification keep for themselves.
        Some(code) => {
            assert!(!(-32_768..=-32_000).contains(&code), "a code that is not ours: {code}");
        }
        None => panic!("an error without a code: {message}"),
    }
}
