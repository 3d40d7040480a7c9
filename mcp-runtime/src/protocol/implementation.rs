//! Who a client or a server says it is (`Implementation`).

use serde::{Deserialize, Serialize};

/// The name and version of a program, as it gives them itself.
///
/// For display and logs only: nothing may depend on what a peer says of itself.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Implementation {
    /// The program's name, for programs.
    #[serde(default)]
    pub name: String,
    /// The program's version.
    #[serde(default)]
    pub version: String,
    /// The program's name, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the program is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The program's home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
}

impl Implementation {
    /// A program of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
            description: None,
            website_url: None,
        }
    }
}
