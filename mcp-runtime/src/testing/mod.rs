//! Tests of handlers, without a process, a clock or chance.
//!
//! ```
//! use mcp_runtime::prelude::*;
//! use mcp_runtime::testing::Conversation;
//! use serde_json::json;
//!
//! #[derive(Elicit)]
//! struct Confirm {
//!     /// Yes, delete it all
//!     sure: bool,
//! }
//!
//! /// Deletes a folder.
//! #[mcp_tool(destructive)]
//! async fn delete_folder(
//!     path: String,
//!     #[elicit(key = "confirm", message = "Delete {path}?")] confirm: Confirm,
//! ) -> String {
//!     if confirm.sure { format!("Deleted {path}") } else { format!("Kept {path}") }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let transcript = Conversation::with(Server::new("test", "0").tool(delete_folder))
//!     .call("delete_folder", json!({ "path": "/old" }))
//!     .expect_form("confirm").expect_message("Delete /old?").answer(json!({ "sure": true }))
//!     .expect_text("Deleted /old")
//!     .run().await;
//!
//! assert_eq!(transcript.to_string(), r#"call delete_folder {"path":"/old"}
//! round 1
//!   ask confirm (form): Delete /old?
//!     sure: true or false. Yes, delete it all
//!   answer confirm: accept {"sure":true}
//! result
//!   Deleted /old
//! "#);
//! # }
//! ```
//!
//! [`Conversation`] plays a client that does what the script says, and [`BadClient`] those that do what they should not.

mod bad_client;
mod came;
mod conversation;
mod failure;
mod player;
mod script;
mod transcript;
mod twice;
mod wire;

pub use bad_client::{BadClient, Behaviour, Faults, Report};
pub use conversation::Conversation;
pub use failure::Failure;
pub use transcript::Transcript;
