//! Who is at the other end of a connection, and what goes back to them.

use std::fmt;

use http::HeaderMap;

use super::outbox::Outbox;
use crate::era::mirror::Mirror;
use crate::state::Principal;

/// The other end, as far as a transport knows it.
#[derive(Clone, Default)]
pub struct Peer {
    principal: Option<Principal>,
    headers: Option<HeaderMap>,
    outbox: Option<Outbox>,
}

impl Peer {
    /// Somebody of whom nothing is known: the parent process over stdio.
    #[must_use]
    pub fn anonymous() -> Self {
        Self::default()
    }

    /// Somebody whom the transport has authenticated.
    #[must_use]
    pub fn authenticated(principal: Principal) -> Self {
        Self { principal: Some(principal), ..Self::default() }
    }

    /// The headers of the HTTP request that brought the message. What they repeat of the body must agree with it.
    #[must_use]
    pub fn headers(mut self, headers: HeaderMap) -> Self {
        self.headers = Some(headers);
        self
    }

    /// Where notifications of a call go, before its reply.
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn outbox(mut self, outbox: Outbox) -> Self {
        self.outbox = Some(outbox);
        self
    }

    pub(crate) fn principal(&self) -> Option<&Principal> {
        self.principal.as_ref()
    }

    pub(crate) fn mirror(&self) -> Option<Mirror<'_>> {
        self.headers.as_ref().map(Mirror)
    }

    pub(crate) fn outbox_ref(&self) -> Option<&Outbox> {
        self.outbox.as_ref()
    }
}

/// Headers hold what people wouldn't want to find in a log, `Authorization` first of all, so only their names are shown.
impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers = self.headers.as_ref().map(|headers| headers.keys().collect::<Vec<_>>());
        f.debug_struct("Peer")
            .field("principal", &self.principal)
            .field("headers", &headers)
            .finish_non_exhaustive()
    }
}

/// What a message is answered with.
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use = "somebody waits for it"]
pub struct Reply {
    body: Option<Vec<u8>>,
    code: Option<i32>,
    status: u16,
}

impl Reply {
    /// Nothing: the message was a notification.
    pub(crate) fn none() -> Self {
        Self { body: None, code: None, status: 202 }
    }

    pub(crate) fn result(body: Vec<u8>) -> Self {
        Self { body: Some(body), code: None, status: 200 }
    }

    pub(crate) fn error(body: Vec<u8>, code: i32, status: u16) -> Self {
        Self { body: Some(body), code: Some(code), status }
    }

    /// The message to send, one line of JSON without its end, if there is one.
    #[must_use]
    pub fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }

    /// The code, if the message is a JSON-RPC error.
    #[must_use]
    pub fn error_code(&self) -> Option<i32> {
        self.code
    }

    /// The status with which HTTP carries it.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The message to send.
    #[must_use]
    pub fn into_body(self) -> Option<Vec<u8>> {
        self.body
    }
}
