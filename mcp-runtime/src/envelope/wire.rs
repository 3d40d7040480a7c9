//! The shape of a message for serde, and the explanation of one that does not have it.

use serde::de::{Deserialize, Deserializer, IgnoredAny};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::object::{self, Object};
use super::{Envelope, Kind, NoMessage, Params, Span, string};

/// Every member that any message may have; each is looked at when it is needed.
#[derive(serde::Deserialize)]
pub(super) struct Wire<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<Object<WireParams<'a>>>,
    #[serde(default, deserialize_with = "present")]
    result: bool,
    #[serde(default, deserialize_with = "present")]
    error: bool,
}

#[derive(Default, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct WireParams<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    input_responses: Option<&'a RawValue>,
    #[serde(borrow)]
    request_state: Option<&'a RawValue>,
    #[serde(borrow)]
    cursor: Option<&'a RawValue>,
    #[serde(borrow)]
    request_id: Option<&'a RawValue>,
    #[serde(borrow)]
    protocol_version: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Object<WireMeta<'a>>>,
}

#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct WireMeta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    protocol_version: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/clientCapabilities")]
    client_capabilities: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/clientInfo")]
    client_info: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/logLevel")]
    log_level: Option<&'a RawValue>,
    #[serde(borrow, rename = "progressToken")]
    progress_token: Option<&'a RawValue>,
}

/// A message that was understood, without its text.
pub(super) struct Located {
    kind: Kind,
    id: Option<Span>,
    method: Span,
    params: Params,
}

impl Located {
    pub(super) fn into_envelope(self, text: String) -> Envelope {
        let Self { kind, id, method, params } = self;
        Envelope { text, kind, id, method, params }
    }
}

impl Wire<'_> {
    /// Checks the shape, and turns every part into its place in `text`.
    pub(super) fn locate(self, text: &str) -> Result<Located, NoMessage> {
        let usable_id = self.id.filter(|id| is_id(id.get()));
        let no = |problem: &str| NoMessage::NotRpc {
            id: usable_id.map(|id| id.get().to_owned()),
            problem: problem.to_owned(),
        };
        if self.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
            return Err(no("`jsonrpc` must be \"2.0\""));
        }
        let kind = match (self.method, self.id) {
            (Some(_), Some(_)) if usable_id.is_none() => {
                return Err(no("`id` must be a string or a whole number"));
            }
            (Some(_), Some(_)) => Kind::Request,
            (Some(_), None) => Kind::Notification,
            (None, _) if self.result || self.error => Kind::Response,
            (None, _) => return Err(no("there is no `method`")),
        };
        let method = self.method.map(RawValue::get).unwrap_or_default();
        if kind != Kind::Response && string(method).is_none() {
            return Err(no("`method` must be a string"));
        }
        let place = |raw: Option<&RawValue>| raw.map(|raw| span(text, raw.get()));
        let params = self.params.unwrap_or_default().0;
        let meta = params.meta.unwrap_or_default().0;
        Ok(Located {
            kind,
            id: place(usable_id),
            method: span(text, method),
            params: Params {
                name: place(params.name),
                arguments: place(params.arguments),
                input_responses: place(params.input_responses),
                request_state: place(params.request_state),
                cursor: place(params.cursor),
                request_id: place(params.request_id),
                protocol_version: place(meta.protocol_version),
                client_capabilities: place(meta.client_capabilities),
                client_info: place(meta.client_info),
                log_level: place(meta.log_level),
                progress_token: place(meta.progress_token),
                handshake_version: place(params.protocol_version),
            },
        })
    }
}

/// A message of which one member at least has the wrong type.
#[derive(serde::Deserialize)]
pub(super) struct Loose<'a> {
    #[serde(borrow, default, deserialize_with = "even_null")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
}

impl Loose<'_> {
    /// Says what is wrong with a text that is no message, and whose id it has.
    pub(super) fn explain(text: &str, error: &serde_json::Error) -> NoMessage {
        let is_json =
            error.classify() == Category::Data && serde_json::from_str::<IgnoredAny>(text).is_ok();
        if !is_json {
            return NoMessage::NotJson(format!("the message is not JSON: {error}"));
        }
        if text.trim_start().starts_with('[') {
            let problem = "batches are not part of this revision: send one message at a time";
            return NoMessage::NotRpc { id: None, problem: problem.to_owned() };
        }
        let Ok(loose) = object::read::<Loose<'_>>(text) else {
            let problem = "the message is not a JSON-RPC object";
            return NoMessage::NotRpc { id: None, problem: problem.to_owned() };
        };
        let id = loose.id.map(RawValue::get).filter(|id| is_id(id)).map(str::to_owned);
        let has_method = loose.method.is_some_and(|method| string(method.get()).is_some());
        if has_method && loose.id.is_none() {
            return NoMessage::BadNotification;
        }
        if id.is_none() || !has_method {
            return NoMessage::NotRpc { id, problem: "the message is not a request".to_owned() };
        }
        let problem =
            "`params` and `params._meta` must be objects that hold each member once".to_owned();
        NoMessage::BadParams { id, problem }
    }
}

/// Strings, and numbers without a fraction.
fn is_id(json: &str) -> bool {
    json.starts_with('"')
        || json.strip_prefix('-').unwrap_or(json).bytes().all(|byte| byte.is_ascii_digit())
}

/// Where `part` is, which must be a piece of `text`.
fn span(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    Span { start, end: start.saturating_add(part.len()) }
}

/// `null` is there; serde would take it for nothing.
fn even_null<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

fn present<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(from).map(|_| true)
}
