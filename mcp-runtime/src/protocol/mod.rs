//! Wire types, one file a page of the specification; no behaviour.

pub mod revision;
