//! What a call has learned so far. Between rounds it travels, sealed, as `requestState`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::bytes::Bytes;
use super::question::Digest;
use crate::ask::key::Key;
use crate::moment::{Moment, UnixSeconds};

/// Answers and step results in the order in which the handler reached them, and what it asked for last.
///
/// Its bytes are the same for the same contents. It holds what people said: it never shows that in `Debug`.
#[derive(Deserialize, Serialize)]
pub(crate) struct Journal {
    /// Names the call, for as long as it lasts.
    #[serde(rename = "c")]
    pub(crate) call: CallId,
    /// When its first round began.
    #[serde(rename = "t")]
    pub(crate) started: UnixSeconds,
    /// How many rounds have ended with asks.
    #[serde(rename = "r")]
    pub(crate) round: u32,
    /// What was learned, oldest first.
    #[serde(rename = "e", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) entries: Vec<Entry>,
    /// What the last round asked for.
    #[serde(rename = "q", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) asked: Vec<Asked>,
    /// The secret of the call, hidden, if the key that it follows from is not the one that seals.
    #[serde(rename = "i", default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<Bytes<32>>,
    /// What tells this state from every other, where each is accepted once.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub(crate) once: Option<Bytes<16>>,
    /// The payload of a handler that carries its own state.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<Box<RawValue>>,
}

/// 128 random bits that name a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct CallId(u128);

impl CallId {
    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// One thing that was learned.
#[derive(Deserialize, Serialize)]
pub(crate) struct Entry {
    #[serde(rename = "k")]
    pub(crate) key: Key,
    /// Of an ask: the question that this is the answer to.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<Digest>,
    /// The answer or the step's value; nothing for an ask whose time ran out.
    #[serde(rename = "v", default, skip_serializing_if = "Option::is_none", with = "raw")]
    pub(crate) value: Option<Box<RawValue>>,
    /// Of an ask that could not be made: the handler went on with the value that it had for that.
    #[serde(rename = "o", default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) otherwise: bool,
}

impl Entry {
    /// Whether something was done: no answer, and none of the framework's own notes.
    pub(crate) fn is_step(&self) -> bool {
        self.digest.is_none() && !self.key.is_reserved()
    }

    /// Whether it belongs to a wait for something elsewhere.
    pub(crate) fn is_wait(&self) -> bool {
        self.digest.is_none() && self.key.as_str().starts_with("_mcp.wait")
    }

    /// What it is, for a message.
    fn kind(&self) -> &'static str {
        match &self.digest {
            Some(_) => "answer",
            None if self.is_step() => "step",
            None => "value",
        }
    }
}

/// An ask that a round ended with.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Asked {
    #[serde(rename = "k")]
    pub(crate) key: Key,
    #[serde(rename = "d")]
    pub(crate) digest: Digest,
    /// How many answers in a row did not hold.
    #[serde(rename = "n", default, skip_serializing_if = "is_zero")]
    pub(crate) reasks: u32,
    /// How many times in a row the question was another one.
    #[serde(rename = "m", default, skip_serializing_if = "is_zero")]
    pub(crate) changes: u32,
    /// Of a question that changed: what could be seen of it, so that the log can show what changes.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub(crate) glimpse: Option<String>,
    /// What kind of question it is, and of which form, for a handler that reads the answer by key alone.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub(crate) shape: Option<Digest>,
    /// When its time is over.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<UnixSeconds>,
}

impl Journal {
    /// The journal of a call that begins now.
    pub(crate) fn begin(moment: &Moment) -> Self {
        let bytes = moment.random.first_chunk().copied().unwrap_or_default();
        Self {
            call: CallId(u128::from_be_bytes(bytes)),
            started: moment.now,
            round: 0,
            entries: Vec::new(),
            asked: Vec::new(),
            secret: None,
            once: None,
            state: None,
        }
    }

    /// The bytes to seal.
    pub(crate) fn to_payload(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(256);
        // Nothing in a journal can fail to serialize: keys are strings and values are JSON already.
        let written = serde_json::to_writer(&mut payload, self);
        debug_assert!(written.is_ok(), "a journal is always JSON");
        payload
    }

    /// The journal in a payload whose seal held.
    ///
    /// # Errors
    ///
    /// If it is not a journal: another version of this library made it.
    pub(crate) fn from_payload(payload: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(payload)
    }

    /// The keys that hold most of the bytes, largest first, for an error that says what grew.
    pub(crate) fn largest(&self) -> String {
        let mut sizes: Vec<(String, usize)> = self
            .entries
            .iter()
            .map(|entry| {
                let size = entry.value.as_ref().map_or(0, |value| value.get().len());
                (format!("{} `{}`", entry.kind(), entry.key), size)
            })
            .collect();
        if let Some(state) = &self.state {
            sizes.push(("the handler's own state".to_owned(), state.get().len()));
        }
        sizes.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        let worst = sizes.iter().take(3).map(|(what, size)| format!("{what}: {size} bytes"));
        worst.collect::<Vec<_>>().join(", ")
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal")
            .field("round", &self.round)
            .field("entries", &self.entries.len())
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("key", &self.key).finish_non_exhaustive()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// `null` is a value like any other; serde would read it as nothing.
mod raw {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::value::RawValue;

    #[expect(clippy::ref_option, reason = "serde gives this type")]
    pub(super) fn serialize<S: Serializer>(
        value: &Option<Box<RawValue>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Box<RawValue>>, D::Error> {
        Box::<RawValue>::deserialize(from).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> Journal {
        let mut journal = Journal::begin(&Moment { now: UnixSeconds(1_000), random: [7; 32] });
        journal.entries.push(Entry {
            key: Key::new("step"),
            digest: None,
            value: Some(RawValue::from_string("null".into()).unwrap()),
            otherwise: false,
        });
        journal
    }

    #[test]
    fn a_journal_comes_back_as_it_was_and_null_is_a_value() {
        let there = journal().to_payload();
        let back = Journal::from_payload(&there).unwrap();
        assert_eq!(back.entries[0].value.as_ref().unwrap().get(), "null");
        assert_eq!(back.to_payload(), there);
    }

    #[test]
    fn what_people_said_is_not_in_debug_output() {
        let mut journal = journal();
        journal.entries[0].value = Some(RawValue::from_string("\"hunter2\"".into()).unwrap());
        assert!(!format!("{journal:?} {:?}", journal.entries[0]).contains("hunter2"));
    }
}
