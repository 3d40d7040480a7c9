//! How an ask finds its answer: in the journal, in this round's answers, or not at all.

use std::time::Duration;

use serde_json::value::RawValue;

use super::{
    Abort, AskFailed, Asked, Bounds, Decoded, Ending, Entry, Given, Inner, Key, LiveAsk, LiveId,
    MAX_CHANGES, ProtocolError, Question, Reached, Reaching,
};

/// `inputResponses` of one request: answers by key, not looked at until an ask wants them.
#[derive(Default)]
pub(crate) struct GivenAnswers(Vec<(String, Box<RawValue>)>);

impl GivenAnswers {
    /// Reads the object of `inputResponses`.
    ///
    /// # Errors
    ///
    /// If it is no object, or holds a key twice.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let members: crate::envelope::members::Members<Box<RawValue>> = serde_json::from_str(text)
            .map_err(|_| {
                "`inputResponses` must be an object that holds each key once".to_owned()
            })?;
        Ok(Self(members.0))
    }

    pub(super) fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, raw)| &**raw)
    }

    fn take(&mut self, key: &Key) -> Option<Box<RawValue>> {
        let place = self.0.iter().position(|(name, _)| name == key.as_str())?;
        Some(self.0.swap_remove(place).1)
    }
}

impl std::fmt::Debug for GivenAnswers {
    /// Keys only: what people said stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(key, _)| key)).finish()
    }
}

impl Inner {
    /// Why no ask may be made under this key, or now.
    pub(super) fn forbids(&self, key: &Key) -> Option<Abort> {
        let problem = if let Some(place) = self.steps.place() {
            format!(
                "ask `{key}` was made inside {place}: it cannot wait there for an answer; ask before it"
            )
        } else if key.is_reserved() {
            format!(
                "the key `{key}` is reserved: keys that start with `_mcp.` belong to the framework"
            )
        } else {
            return None;
        };
        Some(Abort::Failed(ProtocolError::internal(problem)))
    }

    pub(super) fn find_recorded(&self, key: &Key) -> Option<usize> {
        self.journal.entries.iter().position(|entry| entry.digest.is_some() && entry.key == *key)
    }

    /// An ask that was answered in an earlier round.
    pub(super) fn answer_again<B>(
        &mut self,
        place: usize,
        ask: &mut Reaching<'_>,
        bounds: &Bounds,
        decode: &mut dyn FnMut(Given<'_>) -> Decoded<B>,
    ) -> Result<Reached<B>, Abort> {
        let Some(entry) = self.journal.entries.get(place) else { return Ok(Reached::Pending) };
        let changed = entry.digest != Some(ask.digest);
        if !changed && entry.otherwise {
            // What the client declares may differ from round to round; what the handler went on with does not.
            if ask.has_otherwise {
                return Ok(Reached::Otherwise);
            }
        } else if !changed {
            let given = match &entry.value {
                Some(raw) => Given::Answer(raw.get()),
                None => Given::Failed(AskFailed::TimedOut),
            };
            match decode(given) {
                Decoded::Settled(value) => return Ok(Reached::Ready(value)),
                Decoded::Ends(ending) => return Err(ending.of(ask.key)),
                // Rules that the schema does not show have changed since.
                Decoded::Invalid(_) => {}
            }
        }
        let later = self.journal.entries.iter().skip(place + 1);
        if let Some(step) = later.into_iter().find(|entry| entry.is_step()) {
            return Err(Abort::Failed(ProtocolError::internal(format!(
                "the question `{}` is not the one that was answered, and step `{}` was done on that answer: \
                 the call cannot go on",
                ask.key, step.key
            ))));
        }
        // What was waited for on that answer may not have happened on another one.
        let later = self.journal.entries.split_off(place);
        let kept = later.into_iter().skip(1).filter(|entry| !entry.is_wait());
        self.journal.entries.extend(kept);
        let mut asked = Asked::first(ask.key.clone(), ask.digest, deadline(ask, bounds));
        if changed {
            asked.changes = 1;
            asked.glimpse = ask.question.as_ref().map(Question::glimpse);
        }
        Ok(self.ask(ask, asked, None, bounds))
    }

    /// An ask without an answer so far: this round may have brought one.
    pub(super) fn answer_first<B>(
        &mut self,
        ask: &mut Reaching<'_>,
        bounds: &Bounds,
        decode: &mut dyn FnMut(Given<'_>) -> Decoded<B>,
    ) -> Result<Reached<B>, Abort> {
        let before = self.journal.asked.iter().find(|asked| asked.key == *ask.key).cloned();
        let mut asked = match before {
            Some(before) if before.digest == ask.digest => {
                Asked { changes: 0, glimpse: None, ..before }
            }
            Some(before) => return self.ask_another(ask, &before, bounds),
            None => {
                let first = Asked::first(ask.key.clone(), ask.digest, deadline(ask, bounds));
                if self.resumed || !bounds.accept_unasked {
                    return Ok(self.ask(ask, first, None, bounds));
                }
                first
            }
        };
        if asked.deadline.is_some_and(|end| bounds.moment.now >= end) {
            return self.settle(ask, None, decode);
        }
        let Some(raw) = self.given.take(ask.key) else {
            return Ok(self.ask(ask, asked, None, bounds));
        };
        match decode(Given::Answer(raw.get())) {
            Decoded::Invalid(reason) => {
                asked.reasks += 1;
                if asked.reasks > bounds.max_reasks {
                    return Err(Abort::Ended(format!(
                        "no usable answer to `{}` after {} attempts: {reason}",
                        ask.key, asked.reasks
                    )));
                }
                Ok(self.ask(ask, asked, Some(reason), bounds))
            }
            decoded => self.keep(ask, Some(raw), decoded),
        }
    }

    /// The key was asked for in the last round, with another question.
    fn ask_another<B>(
        &mut self,
        ask: &mut Reaching<'_>,
        before: &Asked,
        bounds: &Bounds,
    ) -> Result<Reached<B>, Abort> {
        let changes = before.changes + 1;
        let kind = ask.question.as_ref().map(Question::kind).unwrap_or_default();
        let glimpse = ask.question.as_ref().map(Question::glimpse);
        if changes >= MAX_CHANGES {
            // Nobody finds what changes without seeing it.
            tracing::error!(
                target: crate::trace::TARGET, key = ask.key.as_str(), kind, before = before.glimpse, now = glimpse,
                "a question changes every round; if both look the same, they differ in the rules of the form, or in the url"
            );
            return Err(Abort::Failed(ProtocolError::internal(format!(
                "the question `{}` changes every round, so that no answer can belong to it: take what differs \
                 (a clock, a random number) out of its message",
                ask.key
            ))));
        }
        tracing::warn!(
            target: crate::trace::TARGET, key = ask.key.as_str(), kind, changes,
            "a question is not the one that was asked in the last round; it is asked again"
        );
        let asked = Asked {
            changes,
            glimpse,
            ..Asked::first(ask.key.clone(), ask.digest, before.deadline)
        };
        Ok(self.ask(ask, asked, None, bounds))
    }

    fn settle<B>(
        &mut self,
        ask: &Reaching<'_>,
        raw: Option<Box<RawValue>>,
        decode: &mut dyn FnMut(Given<'_>) -> Decoded<B>,
    ) -> Result<Reached<B>, Abort> {
        let decoded = decode(match &raw {
            Some(raw) => Given::Answer(raw.get()),
            None => Given::Failed(AskFailed::TimedOut),
        });
        self.keep(ask, raw, decoded)
    }

    /// Writes down what an ask came to, so that every later round finds the same.
    fn keep<B>(
        &mut self,
        ask: &Reaching<'_>,
        raw: Option<Box<RawValue>>,
        decoded: Decoded<B>,
    ) -> Result<Reached<B>, Abort> {
        let value = match decoded {
            Decoded::Settled(value) => value,
            Decoded::Ends(ending) => return Err(ending.of(ask.key)),
            Decoded::Invalid(reason) => {
                return Err(Abort::Ended(format!("no usable answer to `{}`: {reason}", ask.key)));
            }
        };
        let digest = Some(ask.digest);
        let key = ask.key.clone();
        self.journal.entries.push(Entry { key, digest, value: raw, otherwise: false });
        Ok(Reached::Ready(value))
    }

    /// Leaves the question for the client, unless the client cannot be asked and the handler has a value for that.
    fn ask<B>(
        &mut self,
        ask: &mut Reaching<'_>,
        asked: Asked,
        reason: Option<String>,
        bounds: &Bounds,
    ) -> Reached<B> {
        let Some(question) = ask.question.take() else { return Reached::Pending };
        if ask.has_otherwise && !question.requirement().met_by(bounds.client) {
            let (key, digest) = (ask.key.clone(), Some(ask.digest));
            self.journal.entries.push(Entry { key, digest, value: None, otherwise: true });
            return Reached::Otherwise;
        }
        let id = LiveId(self.next_live);
        self.next_live += 1;
        *ask.live = Some(id);
        self.live.push(LiveAsk { id, key: ask.key.clone(), question, reason, asked });
        Reached::Pending
    }
}

impl Ending {
    /// The end of a call at the ask `key`, in words for the model.
    fn of(&self, key: &Key) -> Abort {
        Abort::Ended(match self {
            Self::Declined => format!("the user declined `{key}`"),
            Self::Cancelled => format!("the user closed `{key}` without an answer"),
            Self::Failed(AskFailed::TimedOut) => {
                format!("nobody answered `{key}` in the time given")
            }
            Self::Failed(why) => format!("`{key}` could not be asked: {why}"),
        })
    }
}

fn deadline(ask: &Reaching<'_>, bounds: &Bounds) -> Option<crate::moment::UnixSeconds> {
    // Half a second is not over at once.
    let whole = |span: Duration| span.as_secs().saturating_add(u64::from(span.subsec_nanos() > 0));
    ask.timeout.map(|span| bounds.moment.now.after(Duration::from_secs(whole(span))))
}
