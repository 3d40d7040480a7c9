//! **6** What a handler can want from its client, and what comes back.

mod answer;

pub use answer::{Answer, AskFailed};
