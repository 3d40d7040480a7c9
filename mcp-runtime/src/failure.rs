//! The error of a program: whatever made it end.

use std::error::Error as StdError;
use std::fmt;

/// What made a server (or a client) end: any error at all, so that `main` can use `?` on everything.
///
/// Its `Debug` is its message and causes, since that is what a program that ends with it prints.
pub struct Error(Box<dyn StdError + Send + Sync>);

/// A result whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The error inside.
    #[must_use]
    pub fn get(&self) -> &(dyn StdError + Send + Sync + 'static) {
        &*self.0
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(inner) = cause {
            write!(f, "\ncaused by: {inner}")?;
            cause = inner.source();
        }
        Ok(())
    }
}
