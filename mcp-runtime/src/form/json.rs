//! Looks into JSON text one level at a time, keeping order, duplicates and the text of numbers.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// What a piece of JSON is, told by its first byte.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Sort {
    Array,
    Boolean,
    Null,
    Number,
    Object,
    String,
}

pub(super) fn sort(json: &RawValue) -> Sort {
    match json.get().trim_start().bytes().next() {
        Some(b'"') => Sort::String,
        Some(b'{') => Sort::Object,
        Some(b'[') => Sort::Array,
        Some(b't' | b'f') => Sort::Boolean,
        Some(b'-' | b'0'..=b'9') => Sort::Number,
        _ => Sort::Null,
    }
}

/// The entries of an object in their order, duplicates and all.
pub(super) struct Entries<'a>(pub(super) Vec<(String, &'a RawValue)>);

impl<'a> Entries<'a> {
    /// The entries of `json`, or `None` if it is not an object.
    pub(super) fn of(json: &'a RawValue) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(json.get());
        reader.deserialize_map(InOrder).ok().map(Self)
    }

    /// The value of `key`; `null` is no value.
    pub(super) fn get(&self, key: &str) -> Option<&'a RawValue> {
        let entry = self.0.iter().find(|(name, _)| name == key);
        entry.map(|(_, value)| *value).filter(|value| sort(value) != Sort::Null)
    }

    /// The keys that are there more than once, each named once.
    pub(super) fn duplicates(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = self.0.iter().map(|(key, _)| key.as_str()).collect();
        keys.sort_unstable();
        let mut duplicates: Vec<&str> = keys
            .windows(2)
            .filter_map(|pair| match pair {
                [first, second] if first == second => Some(*first),
                _ => None,
            })
            .collect();
        duplicates.dedup();
        duplicates
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// The items of an array, or `None` if `json` is none.
pub(super) fn items(json: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(json.get()).ok()
}

/// The text of a string, or `None` if `json` is none.
pub(super) fn string(json: &RawValue) -> Option<String> {
    serde_json::from_str(json.get()).ok()
}

/// The strings of an array, or `None` if `json` is none or holds something else.
pub(super) fn strings(json: &RawValue) -> Option<Vec<String>> {
    serde_json::from_str(json.get()).ok()
}
