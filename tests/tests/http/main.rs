//! Streamable HTTP of 2026-07-28, over real sockets: what is served, what is refused and how, and what it costs.
//!
//! Most tests write bytes, as no library would send what they send.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking"
)]

mod client;
mod log;
mod post;
mod serve;
mod sse;
mod tools;

mod arguments;
mod bodies;
mod crowds;
mod departures;
mod framing;
mod headers;
mod heads;
mod mounted;
mod notifications;
mod origins;
mod principals;
mod shutdown;
mod statuses;
