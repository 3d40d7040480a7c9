//! Model Context Protocol servers whose tools can stop, ask their user, and go on.
//!
//! A handler is one straight-line `async fn`. Where it needs something of its user it says so, and goes on with the
//! answer:
//!
//! ```
//! use mcp_runtime::prelude::*;
//!
//! /// Who is there
//! #[derive(Elicit)]
//! struct Who {
//!     /// Your first name
//!     #[elicit(min_length = 1)]
//!     name: String,
//! }
//!
//! /// Greets the user by name.
//! #[mcp_tool]
//! async fn greet() -> String {
//!     #[elicit(message = "What is your name?")]
//!     let who: Answer<Who>;
//!
//!     match who {
//!         Answer::Accept(who) => format!("Hello, {}!", who.name),
//!         Answer::Decline | Answer::Cancel => "Hello, stranger!".into(),
//!     }
//! }
//!
//! # #[cfg(feature = "stdio")]
//! async fn serve() -> mcp_runtime::Result<()> {
//!     Server::new("greeter", "1.0.0").tool(greet).serve_stdio().await
//! }
//! ```
//!
//! # How a handler stops
//!
//! On revision 2026-07-28 a server cannot send requests. It answers a call with what it wants to know and a sealed
//! `requestState`, and the client sends the whole call again with the answers. So the handler **runs again from the
//! top in every round**, and each ask that has been answered resolves at once. What a handler does before an ask it
//! does in every round, unless it is a [step](Context::step).
//!
//! The key of an ask (the name of its variable, or `key = "…"`) ties the answer to it, and so does a digest of the
//! question: an answer is never used for a question that it was not given to. For an end that means the same however
//! the client is asked, give the ask a [timeout](Ask::timeout); a `select!` with a timer suspends at once.
//!
//! # Guide
//!
//! - [`Server`] puts tools and state together, [`Context`] is the call, [`Ask`] what can be asked.
//! - [`form`] makes forms, [`state`] seals what travels, and `testing::Conversation` (feature `testing`) tests handlers.
//!
//! # Features
//!
//! `default = ["macros", "stdio"]`; `http`, `client`, `testing`; `encrypt` for states that nobody can read, `redis` for used
//! states that processes share; `jiff`, `chrono`, `url` and `email` for fields of forms.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod ask;
mod capability;
#[cfg(feature = "client")]
pub mod client;
mod dispatch;
#[cfg(doctest)]
mod documents;
mod envelope;
mod era;
mod error;
mod failure;
pub mod form;
mod handler;
pub mod moment;
mod pipeline;
pub mod protocol;
mod replay;
mod respond;
pub mod server;
mod shown;
pub mod state;
#[cfg(feature = "testing")]
pub mod testing;
mod trace;
mod transport;

#[cfg(feature = "http")]
pub use transport::http;

pub use ask::{Answer, Ask, AskFailed, Choice, Input, InputRequired, Waited};
#[cfg(feature = "client")]
pub use client::{Client, ClientError, Transport};
pub use failure::{Error, Result};
pub use form::{Confirmed, Elicit};
pub use handler::context::{Context, Scope};
pub use handler::error::ProtocolError;
pub use handler::output::{HandlerOutput, IntoToolResult, Json, ToolOutcome, ToolResult};
pub use handler::point::{Point, PointKind};
pub use handler::register::IntoTool;
pub use handler::tool::Tool;
#[cfg(feature = "macros")]
#[doc = include_str!("mcp_tool.md")]
pub use mcp_macros::mcp_tool;
pub use protocol::capabilities::{Capability, ClientCapabilities};
pub use protocol::content::Content;
pub use protocol::implementation::Implementation;
pub use protocol::logging::Level;
pub use protocol::revision::Revision;
pub use protocol::roots::Root;
pub use protocol::sampling::{Completion, Sample};
pub use replay::step::Step;
pub use schemars;
pub use server::{
    CacheScope, ConfigError, ConfigErrors, Description, HandlerDescription, InputLimits, Peer,
    Reply, Server, ServerBuilder,
};
pub use state::{Binder, Principal, RequestState, SealKey, SpentStates};

/// Minutes as a duration: `minutes(2)`.
#[must_use]
pub const fn minutes(minutes: u64) -> std::time::Duration {
    std::time::Duration::from_secs(minutes.saturating_mul(60))
}

/// What most handlers need: `use mcp_runtime::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Answer, AskFailed, Capability, Choice, Completion, Confirmed, Content, Context, Elicit,
        InputRequired, Json, Level, ProtocolError, Root, Sample, Server, Tool, ToolOutcome,
        ToolResult, Waited, minutes,
    };
    #[cfg(feature = "macros")]
    pub use mcp_macros::mcp_tool;
}

#[doc(hidden)]
pub mod __private;
