//! Ways for bytes to come and go.

#[cfg(feature = "stdio")]
pub(crate) mod stdio;
