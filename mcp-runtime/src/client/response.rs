//! From a result to what it means: the call is done, or the server wants to know something first.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::ask::{Ask, AskParts};
use crate::envelope::members::Members;
use crate::envelope::{object, string};
use crate::protocol::capabilities::ClientCapabilities;
use crate::protocol::implementation::Implementation;

/// What a result means.
#[derive(Debug)]
pub(crate) enum Meaning {
    /// The result is the answer.
    Complete,
    /// The server asks, and goes on when it is asked again.
    InputRequired(Round),
}

/// What a server wants to know before it goes on.
#[derive(Debug)]
pub(crate) struct Round {
    /// In the order in which they stand. None of them: the client is to come back.
    pub(crate) asks: Vec<Ask>,
    /// The state as JSON, to be sent back as it came.
    pub(crate) state: Option<Box<RawValue>>,
}

/// The members of a result that say what it means.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head<'a> {
    #[serde(borrow, default, deserialize_with = "even_null")]
    result_type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    input_requests: Option<&'a RawValue>,
    #[serde(borrow, default)]
    request_state: Option<&'a RawValue>,
    #[serde(rename = "_meta", default, deserialize_with = "lenient")]
    meta: ServerMeta,
}

/// What a result says of who made it: for display, so a malformed one is no reason to fail.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ServerMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo", deserialize_with = "lenient")]
    server: Option<Implementation>,
}

/// Reads what a result means.
///
/// # Errors
///
/// What is wrong with it, if it breaks the protocol: an unknown type, an ask of a kind that was not declared.
pub(crate) fn read(result: &RawValue, declared: ClientCapabilities) -> Result<Meaning, String> {
    let head: Head<'_> = object::read(result.get())
        .map_err(|_| "the result must be an object that holds each member once".to_owned())?;
    // Servers of earlier revisions do not say it.
    let Some(result_type) = head.result_type else { return Ok(Meaning::Complete) };
    match string(result_type.get()).as_deref() {
        Some("complete") => Ok(Meaning::Complete),
        Some("input_required") => round(&head, declared).map(Meaning::InputRequired),
        _ => {
            let found: String = result_type.get().chars().take(40).collect();
            Err(format!("its `resultType` is {found}, which means nothing in this revision"))
        }
    }
}

fn round(head: &Head<'_>, declared: ClientCapabilities) -> Result<Round, String> {
    let requests: Members<&RawValue> = match head.input_requests {
        None => Members(Vec::new()),
        Some(requests) => serde_json::from_str(requests.get()).map_err(|_| {
            "its `inputRequests` must be an object that holds each key once".to_owned()
        })?,
    };
    if let Some(state) = head.request_state
        && !state.get().starts_with('"')
    {
        return Err("its `requestState` must be a string".to_owned());
    }
    if requests.0.is_empty() && head.request_state.is_none() {
        return Err("it asks for input, and has neither asks nor a state".to_owned());
    }
    let server = head.meta.server.as_ref();
    let asks = requests.0.into_iter().map(|(key, request)| {
        Ask::read(AskParts { key: &key, request, server }, declared)
            .map_err(|problem| format!("ask `{key}`: {problem}"))
    });
    let asks = asks.collect::<Result<_, _>>()?;
    Ok(Round { asks, state: head.request_state.map(ToOwned::to_owned) })
}

/// `null` is there; serde would take it for nothing.
fn even_null<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// A value of the right type, or else the default.
fn lenient<'de, D: Deserializer<'de>, T: Default + serde::de::DeserializeOwned>(
    from: D,
) -> Result<T, D::Error> {
    let raw = <&RawValue>::deserialize(from)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: ClientCapabilities = crate::client::declared::EVERYTHING;

    fn read(text: &str) -> Result<Meaning, String> {
        super::read(&RawValue::from_string(text.to_owned()).unwrap(), ALL)
    }

    fn keys(text: &str) -> Vec<String> {
        let Ok(Meaning::InputRequired(round)) = read(text) else { panic!("{text}") };
        round.asks.iter().map(|ask| ask.key().to_owned()).collect()
    }

    #[test]
    fn a_result_without_a_type_is_complete_and_one_of_an_unknown_type_is_none() {
        assert!(matches!(read("{}"), Ok(Meaning::Complete)));
        assert!(matches!(read(r#"{"resultType":"complete"}"#), Ok(Meaning::Complete)));
        for text in [r#"{"resultType":"task"}"#, r#"{"resultType":null}"#, r#"{"resultType":1}"#] {
            assert!(read(text).unwrap_err().contains("resultType"), "{text}");
        }
        for text in ["[]", "null", r#"["complete"]"#] {
            assert!(read(text).unwrap_err().contains("an object"), "{text}");
        }
    }

    #[test]
    fn absent_empty_and_malformed_asks_are_three_things() {
        assert!(keys(r#"{"resultType":"input_required","requestState":"s"}"#).is_empty());
        assert!(
            keys(r#"{"resultType":"input_required","inputRequests":{},"requestState":"s"}"#)
                .is_empty()
        );
        for requests in ["\"oops\"", "[]", "1", r#"{"a":{"method":"roots/list"},"a":{}}"#] {
            let text = format!(
                r#"{{"resultType":"input_required","inputRequests":{requests},"requestState":"s"}}"#
            );
            assert!(read(&text).unwrap_err().contains("inputRequests"), "{text}");
        }
        for text in [
            r#"{"resultType":"input_required"}"#,
            r#"{"resultType":"input_required","inputRequests":{}}"#,
            r#"{"resultType":"input_required","requestState":null}"#,
        ] {
            assert!(read(text).unwrap_err().contains("neither"), "{text}");
        }
    }

    #[test]
    fn a_page_whose_url_hides_something_is_none() {
        let ask = |url: &str| {
            read(&format!(
                r#"{{"resultType":"input_required","inputRequests":{{"k":{{"method":"elicitation/create",
                "params":{{"mode":"url","message":"m","url":"https://a.example/{url}"}}}}}}}}"#
            ))
        };
        assert!(ask("").is_ok());
        for url in ["\u{202e}moc", "\\u001b[2J", "\\n"] {
            let problem = ask(url).unwrap_err();
            assert!(problem.contains("ask `k`: its `url`"), "{problem}");
        }
    }

    #[test]
    fn asks_keep_their_order_and_the_state_its_bytes() {
        let text = r#"{"resultType":"input_required","requestState":"a\u0062\/",
            "inputRequests":{"z":{"method":"roots/list"},"a":{"method":"roots/list","params":{}},
            "__proto__":{"method":"roots/list"}},"_meta":{"io.modelcontextprotocol/serverInfo":7}}"#;
        assert_eq!(keys(text), ["z", "a", "__proto__"]);
        let Ok(Meaning::InputRequired(round)) = read(text) else { panic!() };
        assert_eq!(round.state.unwrap().get(), r#""a\u0062\/""#);
    }
}
