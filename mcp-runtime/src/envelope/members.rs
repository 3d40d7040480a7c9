//! The members of a JSON object in their order, none of them twice.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// An object as a list; reading it fails if a key is there twice.
///
/// Not a map: order matters to us, and a key like `__proto__` is a key like any other.
#[derive(Debug)]
pub(crate) struct Members<T>(pub(crate) Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReadMembers(PhantomData))
    }
}

struct ReadMembers<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ReadMembers<T> {
    type Value = Members<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<T>, A::Error> {
        let mut members: Vec<(String, T)> = Vec::new();
        // Few members are looked through one by one; many are remembered in a set.
        let mut many = std::collections::HashSet::new();
        while let Some((key, value)) = map.next_entry::<String, T>()? {
            let twice = if members.len() < 16 {
                members.iter().any(|(had, _)| *had == key)
            } else {
                if many.is_empty() {
                    many.extend(members.iter().map(|(had, _)| had.clone()));
                }
                !many.insert(key.clone())
            };
            if twice {
                return Err(A::Error::custom(format_args!("`{key}` is there twice")));
            }
            members.push((key, value));
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_refused_however_many_there_are() {
        for count in [1, 15, 16, 17, 40] {
            let mut text: Vec<String> = (0..count).map(|n| format!("\"k{n}\":{n}")).collect();
            assert!(
                serde_json::from_str::<Members<u32>>(&format!("{{{}}}", text.join(","))).is_ok()
            );
            text.push("\"k0\":0".into());
            let error = serde_json::from_str::<Members<u32>>(&format!("{{{}}}", text.join(",")));
            assert!(error.unwrap_err().to_string().contains("`k0` is there twice"), "{count}");
        }
    }
}
