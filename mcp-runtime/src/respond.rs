//! **9** What a round came to, as the bytes of a JSON-RPC message. Each is written once, into one buffer.

use serde::Serialize;
use serde_json::json;

use crate::capability::PermittedAsks;
use crate::error::Refusal;
use crate::handler::output::ToolResult;
use crate::protocol::revision::Revision;
use crate::replay::question::Question;
use crate::replay::turn::LiveAsk;
use crate::server::Reply;
use crate::state::Token;

/// The member of `_meta` that says who made a result.
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// A result whose members are there already.
pub(crate) fn ready(id: &str, members: &str, info: &str) -> Reply {
    let mut out = begin(id, members.len() + info.len());
    out.extend_from_slice(b"\"resultType\":\"complete\",");
    out.extend_from_slice(members.as_bytes());
    end(out, info)
}

/// A call that is done.
///
/// # Errors
///
/// If the result holds something that cannot be written as JSON.
pub(crate) fn complete(
    id: &str,
    result: &ToolResult,
    info: &str,
) -> Result<Reply, serde_json::Error> {
    let mut out = begin(id, 128 + info.len());
    out.extend_from_slice(b"\"resultType\":\"complete\",\"content\":");
    serde_json::to_writer(&mut out, result.content())?;
    if let Some(structured) = result.structured_content() {
        out.extend_from_slice(b",\"structuredContent\":");
        extend_line(&mut out, structured.get());
    }
    if result.is_error() {
        out.extend_from_slice(b",\"isError\":true");
    }
    let own = result.meta_ref();
    if own.is_empty() {
        return Ok(end(out, info));
    }
    // A handler that speaks for another server says so itself.
    let info = if own.contains_key(SERVER_INFO) { "" } else { info };
    let own = serde_json::to_string(own)?;
    let own = own.trim_start_matches('{').strip_suffix('}').unwrap_or_default();
    let comma = if info.is_empty() { "" } else { "," };
    Ok(end(out, &format!("{own}{comma}{info}")))
}

/// A round that wants to know something, and the state with which the call goes on.
///
/// # Errors
///
/// If a question cannot be written as JSON.
pub(crate) fn input_required(
    id: &str,
    asks: &PermittedAsks,
    token: &Token,
    revision: Revision,
    info: &str,
) -> Result<Reply, serde_json::Error> {
    let mut out = begin(id, 512 + token.as_str().len() + info.len());
    out.extend_from_slice(b"\"resultType\":\"input_required\"");
    for (place, ask) in asks.iter().enumerate() {
        out.extend_from_slice(if place == 0 { b",\"inputRequests\":{" } else { b"," });
        serde_json::to_writer(&mut out, ask.key.as_str())?;
        out.push(b':');
        question(&mut out, ask, revision)?;
    }
    if asks.iter().next().is_some() {
        out.push(b'}');
    }
    // base64url needs no escapes.
    out.extend_from_slice(b",\"requestState\":\"");
    out.extend_from_slice(token.as_str().as_bytes());
    out.push(b'"');
    Ok(end(out, info))
}

/// A request that was refused; without an id if none could be read.
pub(crate) fn refused(id: Option<&str>, refusal: &Refusal) -> Reply {
    let (code, message, data) = refusal.parts();
    let error = match data {
        Some(data) => json!({ "code": code, "message": message, "data": data }),
        None => json!({ "code": code, "message": message }),
    };
    let id = id.map_or_else(String::new, |id| format!("\"id\":{id},"));
    Reply::error(
        format!("{{\"jsonrpc\":\"2.0\",{id}\"error\":{error}}}").into_bytes(),
        code,
        refusal.status(),
    )
}

/// Adds JSON that was written elsewhere, on one line: a message is one, wherever it travels. Inside of strings JSON has
/// no line breaks.
fn extend_line(out: &mut Vec<u8>, json: &str) {
    let whole = out.len();
    out.extend_from_slice(json.as_bytes());
    for byte in out.iter_mut().skip(whole).filter(|byte| matches!(**byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
}

fn begin(id: &str, room: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(96 + id.len() + room);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"result\":{");
    out
}

fn end(mut out: Vec<u8>, meta: &str) -> Reply {
    if !meta.is_empty() {
        out.extend_from_slice(b",\"_meta\":{");
        out.extend_from_slice(meta.as_bytes());
        out.push(b'}');
    }
    out.extend_from_slice(b"}}");
    Reply::result(out)
}

/// An embedded request: no `jsonrpc`, no id.
fn question(out: &mut Vec<u8>, ask: &LiveAsk, revision: Revision) -> Result<(), serde_json::Error> {
    match &ask.question {
        Question::Form { message, form } => {
            out.extend_from_slice(
                b"{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":",
            );
            text(out, &with_reason(message, ask.reason.as_deref()))?;
            out.extend_from_slice(b",\"requestedSchema\":");
            let schema = form.form().schema_for(revision).map_err(serde::ser::Error::custom)?;
            out.extend_from_slice(schema.as_bytes());
            out.extend_from_slice(b"}}");
        }
        Question::Url { message, url } => {
            out.extend_from_slice(
                b"{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":",
            );
            text(out, &with_reason(message, ask.reason.as_deref()))?;
            out.extend_from_slice(b",\"url\":");
            text(out, url)?;
            out.extend_from_slice(b"}}");
        }
        Question::Sample(sample) => {
            out.extend_from_slice(b"{\"method\":\"sampling/createMessage\",\"params\":");
            serde_json::to_writer(&mut *out, sample)?;
            out.push(b'}');
        }
        Question::Roots => out.extend_from_slice(b"{\"method\":\"roots/list\",\"params\":{}}"),
    }
    Ok(())
}

fn text<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> Result<(), serde_json::Error> {
    serde_json::to_writer(out, value)
}

/// The message as the user sees it: why the last answer was none, then the question.
fn with_reason<'a>(message: &'a str, reason: Option<&str>) -> std::borrow::Cow<'a, str> {
    match reason {
        None => message.into(),
        Some(reason) => {
            let reason = crate::shown::shown(reason);
            format!("That did not work: {reason}.\n{message}").into()
        }
    }
}
