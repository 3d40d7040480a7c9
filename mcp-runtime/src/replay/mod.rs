//! **5** Runs a handler from its first line in every round, answering from the journal what was asked before.
//!
//! The handler is ordinary async code. An ask either resolves at once, from the journal, or leaves its question with
//! the [`turn::Turn`] and stays pending. When the handler can go no further, the turn holds all that it wants to know.
//!
//! Invariant: a round is a pure function of the call, the journal and the moment.

pub(crate) mod bytes;
pub(crate) mod driver;
pub(crate) mod journal;
pub(crate) mod question;
pub(crate) mod recorded;
pub(crate) mod step;
pub(crate) mod turn;
