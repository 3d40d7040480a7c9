//! Wire types, one file a page of the specification; no behaviour.

pub mod capabilities;
pub mod content;
pub mod implementation;
pub mod logging;
pub mod revision;
pub mod roots;
pub mod sampling;
pub mod tools;
