//! An object and nothing else: what serde derives for a struct reads lists too, member by place.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A struct that is only read from an object.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReadObject(PhantomData)).map(Self)
    }
}

struct ReadObject<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ReadObject<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Pair<'a> {
        left: u8,
        #[serde(borrow)]
        right: &'a serde_json::value::RawValue,
    }

    #[test]
    fn a_list_is_no_object_even_where_serde_would_take_it() {
        assert!(serde_json::from_str::<Pair<'_>>("[1,[2]]").is_ok());
        assert!(serde_json::from_str::<Object<Pair<'_>>>("[1,[2]]").is_err());
        let Object(pair) =
            serde_json::from_str::<Object<Pair<'_>>>(r#"{"right":[2],"left":1}"#).unwrap();
        assert_eq!((pair.left, pair.right.get()), (1, "[2]"));
    }
}
