//! Where a handler may stop, as its source has it.

use serde::Serialize;

/// An ask or a step as it stands in the source of a handler.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Point {
    /// What it is.
    pub kind: PointKind,
    /// Its key as it is written: `guess-{n}` is not filled in.
    pub key: &'static str,
    /// The line that it stands on.
    pub line: u32,
}

/// What a [`Point`] is.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PointKind {
    /// A form.
    Elicit,
    /// A page.
    ElicitUrl,
    /// Something for the client's model.
    Sample,
    /// The user's folders.
    Roots,
    /// Something that is done once.
    Step,
    /// A step whose value nobody may read on its way: it needs encrypted states.
    SecretStep,
}

impl Point {
    /// A form.
    #[must_use]
    pub const fn elicit(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::Elicit, key, line }
    }

    /// A page.
    #[must_use]
    pub const fn elicit_url(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::ElicitUrl, key, line }
    }

    /// Something for the client's model.
    #[must_use]
    pub const fn sample(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::Sample, key, line }
    }

    /// The user's folders.
    #[must_use]
    pub const fn roots(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::Roots, key, line }
    }

    /// Something that is done once.
    #[must_use]
    pub const fn step(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::Step, key, line }
    }

    /// A step whose value nobody may read on its way.
    #[must_use]
    pub const fn secret_step(key: &'static str, line: u32) -> Self {
        Self { kind: PointKind::SecretStep, key, line }
    }
}
