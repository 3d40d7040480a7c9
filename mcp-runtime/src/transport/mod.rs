//! Ways for bytes to come and go.

#[cfg(feature = "http")]
pub mod http;
#[cfg(any(feature = "http", feature = "stdio"))]
mod room;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;
