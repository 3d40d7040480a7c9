//! What can be wrong with a form, with an answer to it, and with a client that is too old for it.

use std::fmt;

use super::words::plain;
use crate::Revision;

/// Why a form cannot be.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// The form has no fields; clients show nothing that could be sent.
    #[error("a form needs at least one field")]
    Empty,
    /// Two fields have one name.
    #[error("two fields are named `{field}`")]
    DuplicateField {
        /// The name.
        field: String,
    },
    /// A select has nothing to select.
    #[error("field `{field}` has no options")]
    NoOptions {
        /// The name of the field.
        field: String,
    },
    /// Two options of a select have one value.
    #[error("field `{field}` has the option `{option}` twice")]
    DuplicateOption {
        /// The name of the field.
        field: String,
        /// The value of the option.
        option: String,
    },
    /// No value can obey the rules, such as a minimum above the maximum.
    #[error("no value fits field `{field}`: {reason}")]
    NoValue {
        /// The name of the field.
        field: String,
        /// The rules that exclude each other.
        reason: String,
    },
    /// The default does not obey the field's own rules.
    #[error("the default of field `{field}` must be {expected}")]
    Default {
        /// The name of the field.
        field: String,
        /// What the default has to be.
        expected: String,
    },
    /// The pattern is not a regular expression.
    #[error("the pattern of field `{field}` does not compile: {reason}")]
    Pattern {
        /// The name of the field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A schema is not of the form that `requestedSchema` has to be.
    #[error("not the schema of a form: {reason}")]
    Schema {
        /// What is wrong with it.
        reason: String,
    },
}

/// Everything that is wrong with an answer, in words for the person who gave it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FormProblems(Vec<FormProblem>);

/// One thing that is wrong with an answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FormProblem {
    field: Option<String>,
    problem: String,
}

impl FormProblem {
    pub(super) fn at(field: &str, problem: impl AsRef<str>) -> Self {
        Self { field: Some(plain(field)), problem: plain(problem.as_ref()) }
    }

    pub(super) fn of_the_whole(problem: &str) -> Self {
        Self { field: None, problem: plain(problem) }
    }

    /// The name of the field, unless the answer as a whole is wrong.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// What is wrong: "must be a whole number from 1 to 3, not 4".
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for FormProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "`{field}` {}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl FormProblems {
    pub(super) fn one(problem: FormProblem) -> Self {
        Self(vec![problem])
    }

    /// `value`, unless there are problems.
    pub(super) fn unless<T>(problems: Vec<FormProblem>, value: T) -> Result<T, Self> {
        if problems.is_empty() { Ok(value) } else { Err(Self(problems)) }
    }

    pub(super) fn all(problems: Vec<FormProblem>) -> Self {
        Self(problems)
    }

    /// The problems, in the order of the fields. There is at least one.
    pub fn iter(&self) -> impl Iterator<Item = &FormProblem> {
        self.0.iter()
    }
}

impl fmt::Display for FormProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FormProblems {}

/// A form that clients of a revision cannot show.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("field `{field}` cannot be asked of a client that speaks {revision}: {reason}")]
pub struct UnsupportedField {
    pub(super) field: String,
    pub(super) revision: Revision,
    pub(super) reason: &'static str,
}

impl UnsupportedField {
    /// The name of the field. If the revision has no forms at all, it is the first.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }

    /// The revision that the client speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }
}
