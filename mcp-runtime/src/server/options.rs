//! What an operator may set, with its defaults.

use std::time::Duration;

use serde::Serialize;

/// Limits on what a call may ask. Each ends the call with an error that says which key made it grow.
///
/// ```
/// use mcp_runtime::InputLimits;
///
/// let limits = InputLimits { max_rounds: 8, ..Default::default() };
/// assert_eq!(limits.max_reasks, 3);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(
    clippy::exhaustive_structs,
    reason = "written with `..Default::default()`, which non_exhaustive forbids"
)]
pub struct InputLimits {
    /// How many rounds a call may take; 32.
    pub max_rounds: u32,
    /// How often in a row one ask may be answered with something that does not hold; 3.
    pub max_reasks: u32,
    /// How many bytes a call may have learned before its state is sealed; 64 KiB.
    pub max_state_bytes: usize,
}

impl Default for InputLimits {
    fn default() -> Self {
        Self { max_rounds: 32, max_reasks: 3, max_state_bytes: 64 * 1024 }
    }
}

/// Who may keep a list for whom.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// Only for whom it was sent to.
    #[default]
    Private,
    /// For everybody.
    Public,
}

/// How long lists stay fresh, and for whom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caching {
    pub(crate) ttl: Duration,
    pub(crate) scope: CacheScope,
}

/// Everything that is not a tool or a state.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) instructions: Option<String>,
    pub(crate) limits: InputLimits,
    pub(crate) caching: Caching,
    /// Tools on a page of `tools/list`.
    pub(crate) page_size: usize,
    /// What a handler may take for one round.
    pub(crate) call_timeout: Option<Duration>,
    /// Bytes of one message.
    pub(crate) max_message_bytes: usize,
    /// Requests under way at once, on one connection.
    pub(crate) max_in_flight: usize,
    /// Whether results say who made them.
    pub(crate) server_info: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            instructions: None,
            limits: InputLimits::default(),
            caching: Caching::default(),
            page_size: 100,
            call_timeout: None,
            max_message_bytes: 4 * 1024 * 1024,
            max_in_flight: 1024,
            server_info: true,
        }
    }
}
