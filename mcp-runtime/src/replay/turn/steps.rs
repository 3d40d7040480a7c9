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

/// The name that was claimed for a step, and the key that came of it.
#[derive(Debug)]
pub(crate) struct StepName {
    /// Steps and asks have names of their own: one name may be both.
    claimed: String,
    key: Key,
}

impl StepName {
    pub(crate) fn key(&self) -> &Key {
        &self.key
    }
}

/// Names a step in flight within a turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct StepId(u64);

/// A look of a wait, which is no step: it is made as often as it takes, and nothing of it is carried.
const LOOK: StepId = StepId(u64::MAX);

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

    /// What is being polled that nothing can be asked in, in words.
    pub(super) fn place(&self) -> Option<String> {
        let (id, key) = self.inside.last()?;
        Some(if *id == LOOK {
            "a look of `wait_until`".to_owned()
        } else {
            format!("step `{key}`")
        })
    }

    fn is_look(&self) -> bool {
        self.inside.iter().any(|(id, _)| *id == LOOK)
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
        let mut guard = self.lock();
        let inner = &mut *guard;
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
        if inner.steps.is_look() {
            inner.cannot_go_on(format!(
                "step `{key}` was made in a look of `wait_until`, which is made as often as it takes: look in it, and act \
                 after it"
            ));
            return Recorded::Unusable;
        }
        let entries = &inner.journal.entries;
        let entry = entries.iter().find(|entry| entry.digest.is_none() && entry.key == *key);
        let Some(text) = entry.and_then(|entry| entry.value.clone()) else {
            return Recorded::Nothing(inner.steps.begin());
        };
        drop(guard);
        // The lock is not held here: what reads the value is the user's code.
        match restore(text.get()) {
            Ok(value) => Recorded::Value(value),
            Err(error) => {
                let inner = &mut *self.lock();
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

    /// A look of a wait is polled while what this gives lives.
    pub(crate) fn enter_look(&self) -> Inside<'_> {
        self.enter_step(LOOK, &Key::new("wait_until"))
    }

    /// The name of one more step: `name`, then `name#2`, `name#3`, …
    pub(crate) fn claim_step(&self, name: &str) -> StepName {
        let claimed = format!("\u{0}{name}");
        let key = self.claim(&claimed);
        StepName { claimed, key: Key::new(key.as_str().trim_start_matches('\u{0}')) }
    }

    /// A step came to an end that is not recorded, or was dropped half way: the next try of it has the same name, so
    /// that a later round finds under it what that one records.
    pub(crate) fn end_unrecorded(&self, id: StepId, name: &StepName) {
        let inner = &mut *self.lock();
        inner.steps.end(id);
        inner.give_back(&name.claimed, &format!("\u{0}{}", name.key));
    }

    /// A step came to its end, with a value as it is read from what is recorded of it; nothing if the call cannot go on.
    pub(crate) fn end_step<T>(
        &self,
        id: StepId,
        key: &Key,
        read: Result<(T, Box<RawValue>), serde_json::Error>,
    ) -> Option<T> {
        let inner = &mut *self.lock();
        inner.steps.end(id);
        match read {
            Ok((output, value)) => {
                let key = key.clone();
                let entry = Entry { key, digest: None, value: Some(value), otherwise: false };
                inner.journal.entries.push(entry);
                Some(output)
            }
            Err(error) => {
                // What the value's own code says of it may be what somebody said: it goes nowhere.
                tracing::error!(
                    target: crate::trace::TARGET, key = key.as_str(), category = ?error.classify(),
                    "the value of a step cannot be written as JSON and read again"
                );
                inner.cannot_go_on(format!(
                    "the value of step `{key}` cannot be written as JSON and read again"
                ));
                None
            }
        }
    }
}

impl Inner {
    /// Takes back the newest claim of `name`, if that is what `claimed` was.
    fn give_back(&mut self, name: &str, claimed: &str) {
        let Some(count) = self.claims.get(name).copied() else { return };
        if claimed == name {
            if count == 1 {
                self.claims.remove(name);
            }
        } else if claimed == format!("{name}#{count}") {
            self.claims.remove(claimed);
            self.claims.insert(name.into(), count - 1);
        }
    }

    /// The call fails with this, unless it has failed already; what is being polled stays pending.
    pub(super) fn cannot_go_on(&mut self, problem: String) {
        self.steps.get_stuck();
        self.abort.get_or_insert(Abort::Failed(ProtocolError::internal(problem)));
    }
}
