//! The folders that a user works in (`roots/list`).

use serde::{Deserialize, Serialize};

/// A folder (or file) that the user works in, as the client gives it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Root {
    /// Where it is; a `file://` URI.
    pub uri: String,
    /// Its name, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Root {
    /// A root with a name.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self { uri: uri.into(), name: Some(name.into()) }
    }
}

/// `ListRootsResult`.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct RootList {
    pub(crate) roots: Vec<Root>,
}
