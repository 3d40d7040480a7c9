//! Answers to requests that no message was read from, and the headers of every answer.

use http::header::{self, HeaderValue};
use http::{HeaderMap, Response, StatusCode};

use super::body::{ReplyBody, Unread};
use super::origin::Visitor;
use crate::error::Refusal;
use crate::respond;
use crate::server::Reply;

/// An answer with the status and the body of a reply.
pub(super) fn answer(reply: Reply) -> Response<ReplyBody> {
    let status = StatusCode::from_u16(reply.status()).unwrap_or(StatusCode::OK);
    let Some(body) = reply.into_body() else { return bare(status) };
    let mut response = Response::new(ReplyBody::whole(body));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// An answer that is a status and nothing more.
pub(super) fn bare(status: StatusCode) -> Response<ReplyBody> {
    let mut response = Response::new(ReplyBody::empty());
    *response.status_mut() = status;
    response
}

/// A status, and a JSON-RPC error without an id that says what is wrong.
pub(super) fn refusal(status: StatusCode, problem: impl Into<String>) -> Response<ReplyBody> {
    let mut response = answer(respond::refused(None, &Refusal::NotRequest(problem.into())));
    *response.status_mut() = status;
    response
}

/// A visitor who may not come in.
pub(super) fn visitor(visitor: &Visitor) -> Response<ReplyBody> {
    let problem = match visitor {
        Visitor::WrongHost => {
            "this server is not served under the host of this request; its operator can allow the name"
        }
        _ => "pages of this origin may not use this server; its operator can allow the origin",
    };
    refusal(StatusCode::FORBIDDEN, problem)
}

/// A method that is not POST.
pub(super) fn method() -> Response<ReplyBody> {
    let problem =
        "send a message with POST; this revision has no GET stream and no sessions to DELETE";
    let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, problem);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    response
}

/// A body that was not read to its end. What is left of it is not read either, so the connection ends.
pub(super) fn unread(unread: Unread, limit: usize) -> Response<ReplyBody> {
    let mut response = match unread {
        Unread::TooLarge => {
            refusal(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {limit} bytes"))
        }
        Unread::TooSlow => refusal(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive"),
        Unread::NoRoom => answer(respond::refused(None, &Refusal::Busy)),
        Unread::Broken => refusal(StatusCode::BAD_REQUEST, "the body ended before its end"),
    };
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// What the head of a request says about its body and the answer that it wants, if either cannot be had.
pub(super) fn media(headers: &HeaderMap) -> Option<Response<ReplyBody>> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let plain = |encoding: &HeaderValue| encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    if !headers.get_all(header::CONTENT_ENCODING).iter().all(plain) {
        let problem = "the body must not be compressed";
        return Some(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem));
    }
    let sent = text(header::CONTENT_TYPE).unwrap_or_default();
    let sent = sent.split(';').next().unwrap_or_default().trim();
    if !sent.eq_ignore_ascii_case("application/json") {
        let problem = "the body must be `Content-Type: application/json`";
        return Some(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem));
    }
    if !takes(headers, &["application/json", "application/*", "*/*"]) {
        let problem = "the answer is `application/json` or `text/event-stream`: accept both";
        return Some(refusal(StatusCode::NOT_ACCEPTABLE, problem));
    }
    None
}

/// Whether the answer may be a stream of events.
pub(super) fn takes_events(headers: &HeaderMap) -> bool {
    takes(headers, &["text/event-stream", "text/*", "*/*"])
}

/// Whether one of these kinds of body is accepted; all are where nothing is said.
fn takes(headers: &HeaderMap, kinds: &[&str]) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
    let takes = |value: &HeaderValue| {
        value.to_str().unwrap_or_default().split(',').any(|accepted| {
            let accepted = accepted.split(';').next().unwrap_or_default().trim();
            kinds.iter().any(|kind| accepted.eq_ignore_ascii_case(kind))
        })
    };
    accepted.peek().is_none() || accepted.any(takes)
}

/// The answer to a browser that asks what a page may send.
pub(super) fn preflight(page: &HeaderValue, asked: &HeaderMap) -> Response<ReplyBody> {
    let mut response = bare(StatusCode::NO_CONTENT);
    let mut allowed = String::from(
        "accept, authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, traceparent, tracestate, baggage",
    );
    let wanted = asked.get(header::ACCESS_CONTROL_REQUEST_HEADERS);
    let wanted = wanted.and_then(|value| value.to_str().ok()).unwrap_or_default();
    for name in wanted.split(',').map(str::trim) {
        // Arguments that a tool has mirrored in headers: their names are the tool's.
        if name.to_ascii_lowercase().starts_with(crate::era::mirror::PARAM) {
            allowed.push_str(", ");
            allowed.push_str(name);
        }
    }
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    if let Ok(allowed) = HeaderValue::from_str(&allowed) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    }
    for_page(&mut response, page);
    response
}

/// Lets the page read the answer.
pub(super) fn for_page(response: &mut Response<ReplyBody>, page: &HeaderValue) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, page.clone());
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("www-authenticate, retry-after"),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}
