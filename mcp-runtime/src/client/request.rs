//! Messages to a server, as bytes.

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::protocol::capabilities::{Capability, ClientCapabilities};
use crate::protocol::implementation::Implementation;
use crate::protocol::revision::Revision;

/// What every request says of the client: the revision, what it can be asked, who it is.
#[derive(Debug)]
pub(crate) struct Meta(Box<RawValue>);

impl Meta {
    pub(crate) fn new(
        client: &Implementation,
        capabilities: ClientCapabilities,
    ) -> Result<Self, serde_json::Error> {
        #[derive(Serialize)]
        struct Members<'a> {
            #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
            revision: &'static str,
            #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
            capabilities: Declared,
            #[serde(rename = "io.modelcontextprotocol/clientInfo")]
            client: &'a Implementation,
        }
        let revision = Revision::V2026_07_28.as_str();
        let members = Members { revision, capabilities: Declared(capabilities), client };
        to_raw_value(&members).map(Self)
    }
}

/// Capabilities, as the object that a request carries.
struct Declared(ClientCapabilities);

impl Serialize for Declared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serde_json::Map::new();
        for capability in Capability::ALL {
            if self.0.supports(capability) {
                let (outer, inner) = capability.path();
                let entry = object.entry(outer).or_insert_with(|| serde_json::json!({}));
                if let (Some(inner), Some(members)) = (inner, entry.as_object_mut()) {
                    members.insert(inner.to_owned(), serde_json::json!({}));
                }
            }
        }
        object.serialize(serializer)
    }
}

/// Everything that a request of any method may say besides who sends it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Params<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a str>,
    pub(crate) answers: Option<&'a Answers>,
    /// As it came, byte for byte.
    pub(crate) state: Option<&'a RawValue>,
}

/// The answers of one round, in the order of its asks.
#[derive(Debug, Default)]
pub(crate) struct Answers(pub(crate) Vec<(String, Box<RawValue>)>);

impl Serialize for Answers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, answer)| (key, answer)))
    }
}

/// A request, as one line without its end.
pub(crate) fn request(
    id: u64,
    method: &str,
    params: Params<'_>,
    meta: &Meta,
) -> Result<Vec<u8>, serde_json::Error> {
    #[derive(Serialize)]
    struct Message<'a> {
        jsonrpc: &'static str,
        id: u64,
        method: &'a str,
        params: Written<'a>,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Written<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        arguments: Option<&'a RawValue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cursor: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        input_responses: Option<&'a Answers>,
        #[serde(skip_serializing_if = "Option::is_none")]
        request_state: Option<&'a RawValue>,
        #[serde(rename = "_meta")]
        meta: &'a RawValue,
    }
    let Params { name, arguments, cursor, answers, state } = params;
    let params = Written {
        name,
        arguments,
        cursor,
        input_responses: answers,
        request_state: state,
        meta: &meta.0,
    };
    serde_json::to_vec(&Message { jsonrpc: "2.0", id, method, params })
}

/// The notification that nobody waits for a request any more.
pub(crate) fn cancelled(id: u64) -> Vec<u8> {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id},\
         \"reason\":\"the caller gave up\"}}}}"
    )
    .into_bytes()
}
