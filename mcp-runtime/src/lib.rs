//! Model Context Protocol servers whose tools can stop, ask their user, and go on.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod ask;
pub mod form;
pub mod moment;
pub mod protocol;
pub mod state;

pub use ask::{Answer, AskFailed};
pub use form::Elicit;
pub use protocol::revision::Revision;
pub use state::{Binder, Principal, RequestState, SealKey};

#[doc(hidden)]
pub mod __private;
