//! Ways for bytes to come and go.

#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;
