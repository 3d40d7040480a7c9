//! Forms: the `Elicit` trait, the schema of a form for each revision, and the check of every answer.

/// A type that a user fills in as a form.
pub trait Elicit: Sized + Send + 'static {}
