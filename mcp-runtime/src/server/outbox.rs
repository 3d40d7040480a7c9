//! What a call says before its reply: progress, and messages to the client's log.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::envelope::Envelope;
use crate::era::Admitted;
use crate::protocol::logging::Level;
use crate::trace::TARGET;

/// The way of notifications to the client; a full one loses them rather than holding a handler up.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(mpsc::Sender<Vec<u8>>);

impl Outbox {
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) fn new(sender: mpsc::Sender<Vec<u8>>) -> Self {
        Self(sender)
    }

    fn send(&self, method: &'static str, params: &impl Serialize) {
        let notification = Notification { jsonrpc: "2.0", method, params };
        // Only a map whose keys are no strings, or a value that refuses, cannot be written: here are none.
        let Ok(message) = serde_json::to_vec(&notification) else { return };
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.try_send(message) {
            tracing::debug!(target: TARGET, "a client reads too slowly: a notification was dropped");
        }
    }
}

/// What the client of one call wants to hear on the way.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    outbox: Option<Outbox>,
    /// The progress token as it was written, and how far the call has come.
    progress: Option<(Box<RawValue>, Mutex<Option<f64>>)>,
    level: Option<Level>,
}

impl Wanted {
    /// What a request asked for; nothing without a way to the client.
    pub(crate) fn by(request: &Envelope, admitted: Admitted, outbox: Option<&Outbox>) -> Self {
        let Some(outbox) = outbox else { return Self::default() };
        let token = request.params().progress_token.map(|span| request.part(span));
        // As it was written: an integer of any size comes back digit by digit.
        let token = token.filter(|token| token.starts_with(['"', '-']) || starts_with_digit(token));
        let token = token.and_then(|token| RawValue::from_string(token.to_owned()).ok());
        Self {
            outbox: Some(outbox.clone()),
            progress: token.map(|token| (token, Mutex::default())),
            level: admitted.log_level(),
        }
    }

    /// Sends progress, if the client wants it and it is progress.
    pub(crate) fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        let (Some(outbox), Some((token, last))) = (&self.outbox, &self.progress) else { return };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if !done.is_finite() || last.is_some_and(|last| done <= last) {
            return;
        }
        *last = Some(done);
        let total = total.filter(|total| total.is_finite());
        let params = Movement { progress_token: token, progress: done, total, message };
        outbox.send("notifications/progress", &params);
    }

    /// Sends a message to the client's log, if the client wants messages of this level.
    pub(crate) fn log(&self, level: Level, logger: &str, data: &Value) {
        let (Some(outbox), Some(wanted)) = (&self.outbox, self.level) else { return };
        if level < wanted {
            return;
        }
        outbox.send("notifications/message", &Message { level, logger, data });
    }
}

fn starts_with_digit(json: &str) -> bool {
    json.starts_with(|first: char| first.is_ascii_digit())
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'static str,
    method: &'static str,
    params: &'a P,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Movement<'a> {
    progress_token: &'a RawValue,
    progress: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<f64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
}

#[derive(Serialize)]
struct Message<'a> {
    level: Level,
    logger: &'a str,
    data: &'a Value,
}
