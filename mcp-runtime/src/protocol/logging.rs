//! How much a message to the client's log matters (`LoggingLevel`).

use serde::Serialize;

/// How much a message to the client's log matters, least first.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Level {
    /// For whoever looks for a fault.
    Debug,
    /// What goes on.
    Info,
    /// Normal, and worth a look.
    Notice,
    /// Something may be wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody has to act now.
    Alert,
    /// Nothing works.
    Emergency,
}

impl Level {
    /// The level of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "debug" => Self::Debug,
            "info" => Self::Info,
            "notice" => Self::Notice,
            "warning" => Self::Warning,
            "error" => Self::Error,
            "critical" => Self::Critical,
            "alert" => Self::Alert,
            "emergency" => Self::Emergency,
            _ => return None,
        })
    }
}
