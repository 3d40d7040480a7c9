//! **1** Bytes to an [`Envelope`]: parsed once, nothing copied, nothing interpreted that the method does not need.

pub(crate) mod members;
pub(crate) mod object;
mod wire;

use std::borrow::Cow;
use std::fmt;

use wire::{Loose, Wire};

/// A JSON-RPC message: its text, and where in it the parts are that a server looks at.
///
/// It owns its text, so that it can move to the task that answers it. It shows no contents in `Debug`.
pub(crate) struct Envelope {
    text: String,
    kind: Kind,
    /// The id as it was written, to be written back.
    id: Option<Span>,
    method: Span,
    params: Params,
}

/// What a message is, by the members that it has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    /// It wants an answer.
    Request,
    /// It wants none.
    Notification,
    /// It is an answer.
    Response,
}

/// Where the members of `params` are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Params {
    pub(crate) name: Option<Span>,
    pub(crate) arguments: Option<Span>,
    pub(crate) input_responses: Option<Span>,
    pub(crate) request_state: Option<Span>,
    pub(crate) cursor: Option<Span>,
    #[cfg_attr(
        not(feature = "stdio"),
        expect(dead_code, reason = "a pipe alone carries cancellations")
    )]
    pub(crate) request_id: Option<Span>,
    pub(crate) protocol_version: Option<Span>,
    pub(crate) client_capabilities: Option<Span>,
    pub(crate) client_info: Option<Span>,
    pub(crate) log_level: Option<Span>,
    pub(crate) progress_token: Option<Span>,
    /// What an `initialize` of the handshake era wants to speak.
    pub(crate) handshake_version: Option<Span>,
}

/// A part of the text.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Span {
    start: usize,
    end: usize,
}

/// Why bytes are no message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NoMessage {
    /// It is not JSON, or not UTF-8.
    NotJson(String),
    /// It is JSON and no JSON-RPC message; the id is there if it could be read.
    NotRpc { id: Option<String>, problem: String },
    /// It is a JSON-RPC request whose `params` cannot be read.
    BadParams { id: Option<String>, problem: String },
    /// It is a notification whose `params` cannot be read; nobody is to be told.
    BadNotification,
}

impl Envelope {
    /// Reads one message.
    ///
    /// # Errors
    ///
    /// [`NoMessage`], with the id where one could be read.
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, NoMessage> {
        let text = String::from_utf8(bytes)
            .map_err(|_| NoMessage::NotJson("the message is not UTF-8".to_owned()))?;
        let parsed = object::read::<Wire<'_>>(&text).map(|wire| wire.locate(&text));
        match parsed {
            Ok(Ok(located)) => Ok(located.into_envelope(text)),
            Ok(Err(no_message)) => Err(no_message),
            Err(error) => Err(Loose::explain(&text, &error)),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// The id as JSON, to be written back as it came.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.map(|span| self.part(span))
    }

    pub(crate) fn method(&self) -> Cow<'_, str> {
        self.string(self.method).unwrap_or_default()
    }

    pub(crate) fn params(&self) -> &Params {
        &self.params
    }

    /// The JSON of a part.
    pub(crate) fn part(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// A part that is a string.
    pub(crate) fn string(&self, span: Span) -> Option<Cow<'_, str>> {
        string(self.part(span))
    }
}

/// The string that a piece of JSON is, if it is one; copied only if it holds escapes.
pub(crate) fn string(json: &str) -> Option<Cow<'_, str>> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        return serde_json::from_str(json).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Envelope")
            .field("kind", &self.kind)
            .field("method", &self.method())
            .field("id", &self.id())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Envelope, NoMessage> {
        Envelope::parse(text.as_bytes().to_vec())
    }

    #[test]
    fn the_parts_of_a_call_are_found_where_they_stand() {
        let text = r#"{"jsonrpc":"2.0","id":"a\"b","method":"tools/call","params":{"arguments":{"x":[1, 2]},
            "name":"t\u0061","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","z":1}}}"#;
        let envelope = parse(text).unwrap();
        assert_eq!(envelope.kind(), Kind::Request);
        assert_eq!(envelope.id(), Some(r#""a\"b""#));
        assert_eq!(envelope.method(), "tools/call");
        let params = envelope.params();
        assert_eq!(envelope.part(params.arguments.unwrap()), r#"{"x":[1, 2]}"#);
        assert_eq!(envelope.string(params.name.unwrap()).unwrap(), "ta");
        assert_eq!(envelope.part(params.protocol_version.unwrap()), r#""2026-07-28""#);
        assert!(params.client_capabilities.is_none());
    }

    #[test]
    fn the_kind_is_told_by_the_members() {
        let kind = |text: &str| parse(text).unwrap().kind();
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"method":"x"}"#), Kind::Request);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","method":"x"}"#), Kind::Notification);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Kind::Response);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":null,"error":{"code":1}}"#), Kind::Response);
    }

    #[test]
    fn what_is_no_message_is_told_apart_and_keeps_its_id() {
        let bytes = Envelope::parse(b"\xff\xfe{}".to_vec()).unwrap_err();
        assert!(matches!(bytes, NoMessage::NotJson(_)));
        for text in ["", "{", "nul", r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"name":}}"#]
        {
            assert!(matches!(parse(text), Err(NoMessage::NotJson(_))), "{text}");
        }
        for text in [
            "1",
            "null",
            "[]",
            r#"["2.0",1,"x"]"#,
            r#"[{"jsonrpc":"2.0","id":1,"method":"x"}]"#,
            "{}",
            r#"{"id":1,"method":"x"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":2}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#,
        ] {
            assert!(matches!(parse(text), Err(NoMessage::NotRpc { .. })), "{text}");
        }
        for params in ["[]", "1", r#"{"_meta":[]}"#, r#"{"name":"a","name":"b"}"#] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"x","params":{params}}}"#);
            let Err(NoMessage::BadParams { id, .. }) = parse(&text) else { panic!("{text}") };
            assert_eq!(id.as_deref(), Some("7"));
        }
    }
}
