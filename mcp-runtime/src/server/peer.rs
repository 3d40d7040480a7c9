//! Who is at the other end of a connection, and what goes back to them.

use crate::state::Principal;

/// The other end, as far as a transport knows it.
#[derive(Clone, Debug, Default)]
pub struct Peer {
    principal: Option<Principal>,
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
        Self { principal: Some(principal) }
    }

    pub(crate) fn principal(&self) -> Option<&Principal> {
        self.principal.as_ref()
    }
}

/// What a message is answered with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use = "somebody waits for it"]
pub struct Reply {
    body: Option<Vec<u8>>,
    code: Option<i32>,
}

impl Reply {
    /// Nothing: the message was a notification.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    pub(crate) fn result(body: Vec<u8>) -> Self {
        Self { body: Some(body), code: None }
    }

    pub(crate) fn error(body: Vec<u8>, code: i32) -> Self {
        Self { body: Some(body), code: Some(code) }
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

    /// The message to send.
    #[must_use]
    pub fn into_body(self) -> Option<Vec<u8>> {
        self.body
    }
}
