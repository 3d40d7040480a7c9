//! The revisions of the protocol, oldest first.

use std::fmt;

/// A revision of the Model Context Protocol.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05: tools, prompts, resources; no elicitation.
    V2024_11_05,
    /// 2025-03-26: streamable HTTP, batches, audio, tool annotations; no elicitation.
    V2025_03_26,
    /// 2025-06-18: elicitation by form, structured output.
    V2025_06_18,
    /// 2025-11-25: elicitation by url, titled enums, multi-selects, defaults.
    V2025_11_25,
    /// 2026-07-28: no handshake; asks are answers (`input_required`).
    V2026_07_28,
}

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The name on the wire, a date.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == name)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
