//! What a round may know of the outside: the moment, and one piece of randomness, both passed in.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// A moment, in whole seconds since 1970. Always passed in; nothing on the way of a request reads a clock.
#[derive(
    Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct UnixSeconds(pub u64);

impl UnixSeconds {
    /// The moment `span` after this one; whole seconds, and no later than the last one there is.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span.as_secs()))
    }
}

/// The moment of a request, and the randomness that it may use.
///
/// [`Server::handle`](crate::Server::handle) takes both from the system; a test that must be the same on every
/// run gives its own to [`Server::handle_at`](crate::Server::handle_at).
#[derive(Clone, Copy)]
pub struct Moment {
    /// When the request arrived.
    pub now: UnixSeconds,
    /// 256 random bits, used once: the first half names a new call, and everything else that has to be random in this
    /// request is derived from all of them.
    pub random: [u8; 32],
}

impl Moment {
    /// 256 bits of the randomness for one purpose. Those of another purpose don't tell them.
    pub(crate) fn random_for(&self, purpose: &[u8], name: &str) -> [u8; 32] {
        let mut key = [0; 64];
        key.iter_mut().zip(self.random).for_each(|(to, from)| *to = from);
        let mut hash = Hmac::<Sha256>::new(&key.into());
        hash.update(&(purpose.len() as u64).to_be_bytes());
        hash.update(purpose);
        hash.update(name.as_bytes());
        hash.finalize().into_bytes().into()
    }

    /// The present, with randomness from the operating system.
    ///
    /// # Panics
    ///
    /// Never; a system without randomness gives an error.
    ///
    /// # Errors
    ///
    /// If the operating system has no randomness to give.
    pub fn present() -> Result<Self, getrandom::Error> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let mut random = [0; 32];
        getrandom::fill(&mut random)?;
        Ok(Self { now: UnixSeconds(since.as_secs()), random })
    }
}

/// What is derived from it nobody may guess, so it isn't for logs.
impl fmt::Debug for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moment").field("now", &self.now).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Moment, UnixSeconds};

    #[test]
    fn each_purpose_and_each_name_has_randomness_of_its_own() {
        let moment = Moment { now: UnixSeconds(1), random: [173; 32] };
        let taken = [("nonce", ""), ("note", ""), ("note", "a"), ("not", "ea")]
            .map(|(purpose, name)| moment.random_for(purpose.as_bytes(), name));
        let different: std::collections::HashSet<_> = taken.iter().collect();
        assert_eq!(different.len(), taken.len());
        assert!(!taken.contains(&moment.random));
    }

    #[test]
    fn randomness_does_not_show() {
        let moment = Moment { now: UnixSeconds(1), random: [173; 32] };
        assert!(!format!("{moment:?}").contains("173"));
    }
}
