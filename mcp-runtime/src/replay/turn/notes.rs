//! What a handler takes from outside and would find another time: the moment, and randomness. Written down when it is
//! first taken, so that every later round has the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;

use super::{Entry, Key, Turn};

impl Turn {
    /// The present moment, in seconds since 1970, or the one that was written down.
    pub(crate) fn now(&self, key: &Key) -> u64 {
        self.note(key, || self.bounds.moment.now.after(self.began.elapsed()).0)
    }

    /// 128 random bits, or those that were written down.
    pub(crate) fn random(&self, key: &Key) -> u128 {
        self.note(key, || {
            // The client may read the call's id, which is made of the same randomness: these bits are others.
            let bits = self.bounds.moment.random_for(b"note", key.as_str());
            bits.first_chunk().map_or(0, |bits| u128::from_be_bytes(*bits))
        })
    }

    /// Whether a step is being polled, and which: what is taken inside of it is carried by its value, or not at all.
    pub(crate) fn inside_step(&self) -> Option<Key> {
        self.lock().steps.innermost().cloned()
    }

    /// What was written down under `key`, or what `make` makes, which is written down then.
    pub(super) fn note<T: Serialize + DeserializeOwned>(
        &self,
        key: &Key,
        make: impl FnOnce() -> T,
    ) -> T {
        if self.inside_step().is_some() {
            return make();
        }
        match self.noted(key) {
            None => {}
            Some(Ok(value)) => return value,
            Some(Err(_)) => {
                let problem =
                    format!("what was recorded under `{key}` is not of its type any more");
                self.lock().cannot_go_on(problem);
                return make();
            }
        }
        let value = make();
        // A number is always JSON.
        if let Ok(written) = to_raw_value(&value) {
            let (key, value) = (key.clone(), Some(written));
            self.lock().journal.entries.push(Entry { key, digest: None, value, otherwise: false });
        }
        value
    }

    /// What was written down under `key`.
    pub(super) fn noted<T: DeserializeOwned>(
        &self,
        key: &Key,
    ) -> Option<Result<T, serde_json::Error>> {
        let entries = &self.lock().journal.entries;
        let entry = entries.iter().find(|entry| entry.digest.is_none() && entry.key == *key)?;
        Some(serde_json::from_str(entry.value.as_deref()?.get()))
    }
}
