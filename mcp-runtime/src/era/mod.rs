//! **2** Which rules a message is held to, from the message alone.
//!
//! A request that claims a version in `_meta` is of the modern era, whatever the version is. Requests without a claim
//! belong to the handshake era, which this server does not serve: they are told what it speaks.

pub(crate) mod mirror;
pub(crate) mod modern;

pub(crate) use modern::{Admitted, admit};
