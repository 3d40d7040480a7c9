//! How a step finds its value, and how the turn knows that one is in flight.

use serde_json::value::RawValue;

use super::{Abort, Entry, Key, ProtocolError, Turn};

/// What the journal has for a step.
#[derive(Debug)]
pub(crate) enum Recorded<T> {
    /// It was done; this came out.
    Value(T),
    /// It was not done: it is in flight from now on.
    Nothing,
    /// The call cannot go on.
    Unusable,
}

impl Turn {
    /// A step that is about to run for the first time in this round.
    pub(crate) fn begin_step<T>(
        &self,
        key: &Key,
        restore: fn(&str) -> Result<T, serde_json::Error>,
    ) -> Recorded<T> {
        let inner = &mut *self.lock();
        if inner.abort.is_some() || inner.closed {
            return Recorded::Unusable;
        }
        if key.is_reserved() {
            inner.abort = Some(Abort::Failed(ProtocolError::internal(format!(
                "the key `{key}` is reserved: keys that start with `_mcp.` belong to the framework"
            ))));
            return Recorded::Unusable;
        }
        let entries = &inner.journal.entries;
        let entry = entries.iter().find(|entry| entry.digest.is_none() && entry.key == *key);
        let Some(text) = entry.and_then(|entry| entry.value.as_deref()).map(RawValue::get) else {
            inner.steps_in_flight += 1;
            return Recorded::Nothing;
        };
        match restore(text) {
            Ok(value) => Recorded::Value(value),
            Err(error) => {
                tracing::error!(
                    target: crate::trace::TARGET, key = key.as_str(), category = ?error.classify(),
                    "the recorded value of a step is not of the step's type any more"
                );
                inner.abort = Some(Abort::Failed(ProtocolError::internal(format!(
                    "the recorded value of step `{key}` is not of its type any more; it is not done a second time"
                ))));
                Recorded::Unusable
            }
        }
    }

    /// The step's future is polled from here to [`Turn::leave_step`].
    pub(crate) fn enter_step(&self, key: &Key) {
        self.lock().inside.push(key.clone());
    }

    pub(crate) fn leave_step(&self) {
        self.lock().inside.pop();
    }

    /// A step came to its end; `written` is nothing if its value is not to be recorded. False: the call cannot go on.
    pub(crate) fn end_step(
        &self,
        key: &Key,
        written: Option<Result<Box<RawValue>, serde_json::Error>>,
    ) -> bool {
        let inner = &mut *self.lock();
        inner.steps_in_flight = inner.steps_in_flight.saturating_sub(1);
        match written {
            None => {}
            Some(Ok(value)) => {
                let key = key.clone();
                let entry = Entry { key, digest: None, value: Some(value), otherwise: false };
                inner.journal.entries.push(entry);
            }
            Some(Err(error)) => {
                inner.abort.get_or_insert(Abort::Failed(ProtocolError::internal(format!(
                    "the value of step `{key}` cannot be written as JSON: {error}"
                ))));
                return false;
            }
        }
        true
    }

    /// A step was dropped half way.
    pub(crate) fn abandon_step(&self) {
        let inner = &mut *self.lock();
        inner.steps_in_flight = inner.steps_in_flight.saturating_sub(1);
    }
}
