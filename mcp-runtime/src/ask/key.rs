//! The name of an ask or a step, the same in every round.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Keys with this prefix belong to the framework.
const RESERVED: &str = "_mcp.";

/// Names one ask (or step) of a call, the same in every round.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Key(Box<str>);

impl Key {
    pub(crate) fn new(name: impl Into<Box<str>>) -> Self {
        Self(name.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a handler must not use this key.
    pub(crate) fn is_reserved(&self) -> bool {
        self.0.starts_with(RESERVED)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
