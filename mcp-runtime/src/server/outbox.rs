//! What a call says before its reply: progress, and messages to the client's log.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
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

    fn send(&self, message: &Value) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.try_send(message.to_string().into())
        {
            tracing::debug!(target: TARGET, "a client reads too slowly: a notification was dropped");
        }
    }
}

/// What the client of one call wants to hear on the way.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    outbox: Option<Outbox>,
    /// The progress token as it was written, and how far the call has come.
    progress: Option<(Value, Mutex<Option<f64>>)>,
    level: Option<Level>,
}

impl Wanted {
    /// What a request asked for; nothing without a way to the client.
    pub(crate) fn by(request: &Envelope, admitted: Admitted, outbox: Option<&Outbox>) -> Self {
        let Some(outbox) = outbox else { return Self::default() };
        let token = request.params().progress_token.map(|span| request.part(span));
        let token = token.and_then(|token| serde_json::from_str(token).ok());
        let token = token.filter(|token: &Value| token.is_string() || token.is_number());
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
        let mut params = json!({ "progressToken": token, "progress": done });
        if let Value::Object(members) = &mut params {
            if let Some(total) = total.filter(|total| total.is_finite()) {
                members.insert("total".to_owned(), total.into());
            }
            if !message.is_empty() {
                members.insert("message".to_owned(), message.into());
            }
        }
        outbox.send(&notification("notifications/progress", &params));
    }

    /// Sends a message to the client's log, if the client wants messages of this level.
    pub(crate) fn log(&self, level: Level, logger: &str, data: &Value) {
        let (Some(outbox), Some(wanted)) = (&self.outbox, self.level) else { return };
        if level < wanted {
            return;
        }
        let params = json!({ "level": level, "logger": logger, "data": data });
        outbox.send(&notification("notifications/message", &params));
    }
}

fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}
