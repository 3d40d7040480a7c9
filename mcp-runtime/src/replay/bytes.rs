//! Bytes that travel in a journal, as base64url without padding.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// So many bytes, and no more and no fewer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Bytes<const LEN: usize>(pub(crate) [u8; LEN]);

impl<const LEN: usize> Serialize for Bytes<LEN> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<'de, const LEN: usize> Deserialize<'de> for Bytes<LEN> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        let bytes = URL_SAFE_NO_PAD.decode(text.as_bytes()).map_err(D::Error::custom)?;
        bytes
            .try_into()
            .map(Self)
            .map_err(|_| D::Error::custom(format_args!("there are not {LEN} bytes")))
    }
}
