//! Everything that is wrong with the configuration of a server, at once.

use std::fmt;

/// One thing that is wrong with the configuration of a server.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Two tools have one name.
    #[error("tool `{0}`: there are two of this name; rename one with `#[mcp_tool(name = \"…\")]`")]
    DuplicateTool(String),
    /// A form cannot check its answers.
    #[error("form `{form}`: {problem}")]
    Form {
        /// The type.
        form: String,
        /// What is wrong.
        problem: String,
    },
    /// An option of HTTP makes no sense.
    #[error("http: {0}")]
    Http(String),
    /// A limit of zero leaves nothing to do.
    #[error("`{0}` must be more than zero")]
    Limit(&'static str),
    /// A handler borrows what the server does not hold.
    #[error(
        "tool `{tool}`: it borrows `{state}`, which the server does not hold; add it with `.state(…)`"
    )]
    MissingState {
        /// The tool.
        tool: String,
        /// The type.
        state: &'static str,
    },
    /// No tool of this name can be called.
    #[error("tool {0:?}: a name has 1 to 128 characters of A-Z, a-z, 0-9, `_`, `.` and `-`")]
    Name(String),
    /// The tool does nothing.
    #[error("tool `{0}`: it has no handler; give it one with `.handler(…)`")]
    NoHandler(String),
    /// The operating system gave no randomness for a key.
    #[error("no key to seal states with: {0}")]
    NoKey(String),
    /// A schema is not one that clients take.
    #[error("tool `{tool}`: {problem}")]
    Schema {
        /// The tool.
        tool: String,
        /// What is wrong.
        problem: String,
    },
    /// A step's value would travel where the client can read it.
    #[error(
        "tool `{tool}`: step `{step}` (line {line}) is secret, and states are only signed, so that clients can read \
         them; encrypt them with `RequestState::encrypted()` (feature `encrypt`)"
    )]
    SecretStep {
        /// The tool.
        tool: String,
        /// The key of the step, as it is written.
        step: &'static str,
        /// The line that it stands on.
        line: u32,
    },
    /// A state was registered twice.
    #[error("state `{0}`: there are two of this type; a handler could not tell them apart")]
    StateTwice(&'static str),
}

/// Everything that is wrong with the configuration of a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConfigErrors(pub(super) Vec<ConfigError>);

impl ConfigErrors {
    /// Nothing, if there are none.
    #[cfg(feature = "http")]
    pub(crate) fn none_of(problems: Vec<ConfigError>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self(problems)) }
    }

    /// The problems, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = &ConfigError> {
        self.0.iter()
    }
}

impl fmt::Display for ConfigErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot be built:")?;
        self.0.iter().try_for_each(|error| write!(f, "\n- {error}"))
    }
}

impl std::error::Error for ConfigErrors {}
