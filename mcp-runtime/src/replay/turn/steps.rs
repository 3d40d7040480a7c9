//! How a step finds its value, and how the turn knows which steps are in flight.

use serde_json::value::RawValue;

use super::{Abort, Entry, Inner, Key, ProtocolError, Turn};

/// What the journal has for a step.
#[derive(Debug)]
pub(crate) enum Recorded<T> {
    /// It was done; this came out.
    Value(T),
    /// It was not done: it is in flight from now on, under this name.
    Nothing(StepId),
    /// The call cannot go on.
    Unusable,
}

/// Names a step in flight within a turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct StepId(u64);

/// The steps in flight, and those among them that are being polled.
#[derive(Debug, Default)]
pub(super) struct Steps {
    next: u64,
    in_flight: Vec<InFlight>,
    /// The steps whose futures are being polled, outermost first.
    inside: Vec<(StepId, Key)>,
}

#[derive(Debug)]
struct InFlight {
    id: StepId,
    /// Something in it waits for what cannot come in this call.
    stuck: bool,
}

impl Steps {
    fn begin(&mut self) -> StepId {
        let id = StepId(self.next);
        self.next += 1;
        self.in_flight.push(InFlight { id, stuck: false });
        id
    }

    fn end(&mut self, id: StepId) {
        self.in_flight.retain(|step| step.id != id);
    }

    /// Whether there is a step that has to come to its end before the round may.
    pub(super) fn are_under_way(&self) -> bool {
        self.in_flight.iter().any(|step| !step.stuck)
    }

    /// The innermost step that is being polled.
    pub(super) fn innermost(&self) -> Option<&Key> {
        self.inside.last().map(|(_, key)| key)
    }

    /// What is being polled stays pending for good, and so do the steps that it is in.
    pub(super) fn get_stuck(&mut self) {
        for step in &mut self.in_flight {
            step.stuck |= self.inside.iter().any(|(id, _)| *id == step.id);
        }
    }
}

/// A step's future is being polled for as long as this lives.
#[must_use = "the step is left when it is dropped"]
pub(crate) struct Inside<'a>(&'a Turn);

impl Drop for Inside<'_> {
    /// Also when the step panics: a handler may catch that, and ask.
    fn drop(&mut self) {
        self.0.lock().steps.inside.pop();
    }
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
            inner.steps.get_stuck();
            return Recorded::Unusable;
        }
        if key.is_reserved() {
            inner.cannot_go_on(format!(
                "the key `{key}` is reserved: keys that start with `_mcp.` belong to the framework"
            ));
            return Recorded::Unusable;
        }
        let entries = &inner.journal.entries;
        let entry = entries.iter().find(|entry| entry.digest.is_none() && entry.key == *key);
        let Some(text) = entry.and_then(|entry| entry.value.as_deref()).map(RawValue::get) else {
            return Recorded::Nothing(inner.steps.begin());
        };
        match restore(text) {
            Ok(value) => Recorded::Value(value),
            Err(error) => {
                tracing::error!(
                    target: crate::trace::TARGET, key = key.as_str(), category = ?error.classify(),
                    "the recorded value of a step is not of the step's type any more"
                );
                inner.cannot_go_on(format!(
                    "the recorded value of step `{key}` is not of its type any more; it is not done a second time"
                ));
                Recorded::Unusable
            }
        }
    }

    /// The step's future is polled while what this gives lives.
    pub(crate) fn enter_step(&self, id: StepId, key: &Key) -> Inside<'_> {
        self.lock().steps.inside.push((id, key.clone()));
        Inside(self)
    }

    /// A step came to its end; `written` is nothing if its value is not to be recorded. False: the call cannot go on.
    pub(crate) fn end_step(
        &self,
        id: StepId,
        key: &Key,
        written: Option<Result<Box<RawValue>, serde_json::Error>>,
    ) -> bool {
        let inner = &mut *self.lock();
        inner.steps.end(id);
        match written {
            None => {}
            Some(Ok(value)) => {
                let key = key.clone();
                let entry = Entry { key, digest: None, value: Some(value), otherwise: false };
                inner.journal.entries.push(entry);
            }
            Some(Err(error)) => {
                // What the value's own code says of it may be what somebody said: it goes nowhere.
                tracing::error!(
                    target: crate::trace::TARGET, key = key.as_str(), category = ?error.classify(),
                    "the value of a step cannot be written as JSON"
                );
                inner.cannot_go_on(format!("the value of step `{key}` cannot be written as JSON"));
                return false;
            }
        }
        true
    }

    /// A step was dropped half way.
    pub(crate) fn abandon_step(&self, id: StepId) {
        self.lock().steps.end(id);
    }
}

impl Inner {
    /// The call fails with this, unless it has failed already; what is being polled stays pending.
    fn cannot_go_on(&mut self, problem: String) {
        self.steps.get_stuck();
        self.abort.get_or_insert(Abort::Failed(ProtocolError::internal(problem)));
    }
}
