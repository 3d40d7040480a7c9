//! Requests to a server and what they came to, without a transport: the same bytes for the same script.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::came::Came;
use crate::client::CallResult;
use crate::client::request::{self, Meta, Params};
use crate::client::response::{self, Meaning};
use crate::moment::{Moment, UnixSeconds};
use crate::protocol::capabilities::ClientCapabilities;
use crate::protocol::implementation::Implementation;
use crate::server::{Peer, Server};

/// When the first request arrives: somewhere in 2027.
const BEGIN: u64 = 1_800_000_000;

/// The end of a wire to a server.
#[derive(Debug)]
pub(super) struct Wire {
    server: Server,
    peer: Peer,
    meta: Meta,
    capabilities: ClientCapabilities,
    /// Seconds between a request and the next one.
    pace: u64,
    /// Requests so far, repetitions not counted.
    sent: u64,
    /// Seconds for which rounds only waited.
    waited: u64,
}

/// A reply as it came, and what it means.
#[derive(Debug)]
pub(super) struct Answered {
    text: String,
    pub(super) came: Came,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<ErrorObject>,
}

#[derive(Deserialize)]
struct ErrorObject {
    code: i64,
    message: String,
}

impl Wire {
    /// # Errors
    ///
    /// What is wrong with the client.
    pub(super) fn to(
        server: Server,
        peer: Peer,
        capabilities: ClientCapabilities,
        pace: u64,
    ) -> Result<Self, String> {
        let meta = Meta::new(&Implementation::new("test", "0"), capabilities);
        let meta = meta.map_err(|error| error.to_string())?;
        Ok(Self { server, peer, meta, capabilities, pace, sent: 0, waited: 0 })
    }

    /// Whether every state of this tool is accepted once.
    pub(super) fn is_single_use(&self, tool: &str) -> bool {
        self.server.tools().any(|one| one.name() == tool && one.single_use)
    }

    /// Later requests arrive so many seconds later.
    pub(super) fn pass(&mut self, seconds: u64) {
        self.waited = self.waited.saturating_add(seconds);
    }

    /// Writes the next request.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub(super) fn write(&mut self, params: Params<'_>) -> Result<Vec<u8>, String> {
        self.sent += 1;
        request::request(self.sent, "tools/call", params, &self.meta)
            .map_err(|error| error.to_string())
    }

    /// Sends the request that was written last; again and again at the same moment, with the same randomness.
    ///
    /// # Errors
    ///
    /// Why what came is no reply.
    pub(super) async fn send(&self, message: &[u8]) -> Result<Answered, String> {
        let passed = self.sent.saturating_mul(self.pace).saturating_add(self.waited);
        let now = UnixSeconds(BEGIN.saturating_add(passed));
        let mut random = [0; 32];
        for (place, byte) in random.iter_mut().zip(self.sent.to_le_bytes().iter().cycle()) {
            *place = *byte;
        }
        let reply = self.server.handle_at(message, &self.peer, &Moment { now, random }).await;
        let text = String::from_utf8_lossy(reply.body().unwrap_or_default()).into_owned();
        self.read(&text).map(|came| Answered { text, came })
    }

    fn read(&self, reply: &str) -> Result<Came, String> {
        let message: Message<'_> =
            serde_json::from_str(reply).map_err(|error| format!("{reply:?}: {error}"))?;
        match (message.result, message.error) {
            (Some(result), None) => match response::read(result, self.capabilities)? {
                Meaning::Complete => CallResult::read(result).map(Came::Result),
                Meaning::InputRequired(round) => Ok(Came::Asks(round)),
            },
            (None, Some(ErrorObject { code, message })) => Ok(Came::Error { code, message }),
            _ => Err(format!("neither a result nor an error: {reply}")),
        }
    }
}

impl Answered {
    /// The reply without its state: what was recorded in the round may differ, what is asked must not.
    pub(super) fn without_state(&self) -> String {
        match &self.came {
            Came::Asks(round) => match &round.state {
                Some(state) => self.text.replacen(state.get(), "", 1),
                None => self.text.clone(),
            },
            Came::Result(_) | Came::Error { .. } => self.text.clone(),
        }
    }
}
