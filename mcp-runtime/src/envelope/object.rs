//! Structs that are read from objects only: serde would take a list of their fields' values too.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A `T` that was an object on the wire.
#[derive(Debug, Default)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReadObject(PhantomData))
    }
}

struct ReadObject<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ReadObject<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// Reads a `T` from the text of an object.
///
/// # Errors
///
/// If it is no object, or none that is a `T`.
pub(crate) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> serde_json::Result<T> {
    serde_json::from_str::<Object<T>>(text).map(|object| object.0)
}
