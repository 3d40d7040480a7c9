//! Collects every mistake of an item, each at the token that made it and with what to write instead.

use std::fmt::Display;
use std::ops::Deref;

use quote::ToTokens;

/// What the passes found wrong so far.
#[derive(Default)]
pub(crate) struct Diagnostics {
    errors: Option<syn::Error>,
}

/// A model that no pass complained about. Only [`Diagnostics::finish`] makes one.
pub(crate) struct Sound<T>(T);

impl Diagnostics {
    /// Reports `problem` at the tokens that cause it, and says what to write instead.
    pub(crate) fn error(&mut self, at: impl ToTokens, problem: impl Display, help: impl Display) {
        self.push(syn::Error::new_spanned(at, format!("{problem}\nhelp: {help}")));
    }

    /// Keeps what parsed and reports what did not.
    pub(crate) fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Ends the passes: the model if nothing was reported, every error otherwise.
    pub(crate) fn finish<T>(self, model: T) -> syn::Result<Sound<T>> {
        match self.errors {
            Some(errors) => Err(errors),
            None => Ok(Sound(model)),
        }
    }

    fn push(&mut self, error: syn::Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
    }
}

impl<T> Deref for Sound<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
