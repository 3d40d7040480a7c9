//! Arguments in which nobody can read two different things: no object in them names a member twice.

use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::explain;

/// Looks through objects within `text`, which is an object that names nothing twice itself.
///
/// # Errors
///
/// What is there twice, and where, in words; or that it is nested too deep to be read.
pub(crate) fn check(text: &str) -> Result<(), String> {
    // Most arguments have nothing nested in them. A brace within a string costs a look.
    let objects = text.bytes().filter(|byte| *byte == b'{').count();
    if objects < 2 || serde_json::from_str::<Strict>(text).is_ok() {
        return Ok(());
    }
    let mut source = serde_json::Deserializer::from_str(text);
    let Err(error) = serde_path_to_error::deserialize::<_, Strict>(&mut source) else {
        return Ok(());
    };
    let path = error.path().to_string();
    let message = error.inner().to_string();
    Err(format!("in {}: {}", explain::place(&path, ""), explain::without_place(&message)))
}

/// Any value, looked through and not kept.
struct Strict;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Strict)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut names: Vec<String> = Vec::new();
        while let Some((name, Strict)) = map.next_entry()? {
            names.push(name);
        }
        names.sort_unstable();
        match names.windows(2).find(|pair| pair.first() == pair.last()) {
            Some(pair) => {
                let name = pair.first().map_or("", String::as_str);
                Err(A::Error::custom(format_args!("`{name}` is there twice")))
            }
            None => Ok(self),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while let Some(Strict) = items.next_element()? {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_twice_is_named_with_its_place() {
        for (text, problem) in [
            (r#"{"to":{"city":"Ulm","city":"Bonn"}}"#, "in `to`: `city` is there twice"),
            (r#"{"list":[{}, {"a":{"b":1,"b":1}}]}"#, "in `list[1].a`: `b` is there twice"),
            (r#"{"to":{"a":1,"\u0061":1}}"#, "in `to`: `a` is there twice"),
        ] {
            assert_eq!(check(text).unwrap_err(), problem);
        }
        let deep =
            format!("{{\"a\":{}{}}}", "{\"a\":".repeat(200), "1".to_owned() + &"}".repeat(200));
        assert!(check(&deep).unwrap_err().contains("recursion limit"), "{:?}", check(&deep));
    }

    #[test]
    fn anything_else_is_fine() {
        for text in [
            "{}",
            r#"{"a":"{{{"}"#,
            r#"{"a":{"b":{"a":1}},"c":[{"a":1},{"a":null},{"a":true},{"a":-1},{"a":1.5},{"a":"x"}]}"#,
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }
}
