//! What several test files share: a caller that speaks 2026-07-28, forms, a log to look into, and the official schema.
//!
//! A test is a conversation: `ada.calls(…)` begins it, `ada.answers(…)` goes on with it, and what was
//! [`Said`] is looked at by key. Every message of both sides is held against the schema on the way.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::panic,
    clippy::return_self_not_must_use,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking"
)]

pub mod caller;
pub mod forms;
pub mod log;
pub mod pipes;
pub mod round;
pub mod schema;

pub use caller::{Caller, Said};
pub use forms::{Name, Order, accept, cancel, decline};
pub use log::Log;
pub use round::Round;

use mcp_runtime::{IntoTool, Server};

/// A server that offers this one tool, with a key that is the same in every test.
pub fn server_of(tool: impl IntoTool) -> Server {
    Server::new("test", "1.0.0").request_state(sealing()).tool(tool).build().expect("it builds")
}

/// Sealing with a key that is the same in every test.
pub fn sealing() -> mcp_runtime::RequestState {
    mcp_runtime::RequestState::new(key(7))
}

/// A key made of one byte.
pub fn key(byte: u8) -> mcp_runtime::SealKey {
    mcp_runtime::SealKey::new(vec![byte; 32]).expect("it is long enough")
}
