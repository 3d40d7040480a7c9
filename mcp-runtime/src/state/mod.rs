//! **4, 8** A journal to `requestState` and back. It travels through the client, so it is attacker-controlled on return.

mod binding;
mod canonical;
mod config;
mod key;
#[cfg_attr(not(test), expect(dead_code, reason = "wired by the pipeline"))]
mod token;

pub use binding::{BindError, Binder, Binding, BoundRequest, OriginatingRequest, Principal};
pub use canonical::NotCanonical;
pub use config::RequestState;
pub use key::{EntryProblem, KeyError, KeyTooShort, SealKey};

pub(crate) use token::{Rejected, Token};

#[cfg(test)]
mod tests;
