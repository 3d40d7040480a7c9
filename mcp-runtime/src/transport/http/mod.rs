//! Streamable HTTP of revision 2026-07-28: one POST, one answer, no session, so that any process may serve any round.
//!
//! [`HttpService`] is a `tower::Service`, to be mounted wherever one can be; `serve_http` puts it on a socket. The
//! answer is one JSON document of known length, unless a notification goes out before it: then it is a stream of
//! server-sent events. Everything that is answered with a status of 4xx is found out before the first byte.

mod body;
mod options;
mod origin;
mod refuse;
mod serve;
mod service;
mod socket;
mod sse;

pub use body::ReplyBody;
pub use options::HttpOptions;
pub use service::HttpService;
