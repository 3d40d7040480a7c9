//! **6** What a handler can want from its client, and what comes back.
//!
//! An [`Ask`] is a future. It resolves from the journal when the question was answered in an earlier round (or over
//! the handshake era, in place), and stays pending otherwise: that is all there is to suspension.

pub(crate) mod adapt;
pub(crate) mod answer;
pub(crate) mod choose;
pub(crate) mod explicit;
pub(crate) mod future;
pub(crate) mod key;
pub(crate) mod make;
pub(crate) mod reply;
pub(crate) mod url;
pub(crate) mod wait;

pub use adapt::{ElicitBinding, RootsBinding, SampleBinding, UrlBinding};
pub use answer::{Answer, AskFailed};
pub use choose::Choice;
pub use explicit::{Input, InputRequired};
pub use future::Ask;
#[doc(hidden)]
pub use reply::{Ending, Outcome};
pub use wait::Waited;
