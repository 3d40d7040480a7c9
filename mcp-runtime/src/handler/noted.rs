//! What a handler takes from outside, and must find the same in every round: the moment, randomness, names of effects.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::context::Context;
use crate::ask::key::Key;
use crate::ask::wait::{Waited, wait};

impl Context {
    /// The moment in which this was first reached, to the second: the same in every round, where a clock would tell
    /// another time. In a loop, each turn of it has its own.
    ///
    /// It is recorded, and travels through the client like the value of a step.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.turn().now(&self.note("now")))
    }

    /// A random number that is the same in every round. In a loop, each turn of it has its own.
    ///
    /// It is recorded, and travels through the client, which can read it unless states are encrypted: it is no secret.
    #[must_use]
    pub fn random(&self) -> u64 {
        let bits = self.turn().random(&self.note("random"));
        u64::try_from(bits & u128::from(u64::MAX)).unwrap_or_default()
    }

    /// A random UUID (version 4) that is the same in every round, as `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`. In a
    /// loop, each turn of it has its own.
    ///
    /// It is recorded, and travels through the client, which can read it unless states are encrypted: it is no secret.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Opens a ticket.
    /// #[mcp_tool]
    /// async fn open_ticket(cx: &Context) -> String {
    ///     let ticket = cx.uuid();
    ///
    ///     #[elicit(key = "sure", message = "Open ticket {ticket}?")]
    ///     let _: Confirmed;
    ///
    ///     format!("Opened {ticket}")
    /// }
    /// ```
    #[must_use]
    pub fn uuid(&self) -> String {
        uuid_of(self.turn().random(&self.note("uuid")))
    }

    /// A name for an effect of this call, for a service that does nothing a second time under the same one:
    /// `bank.pay(amount, &cx.idempotency_key("pay"))`.
    ///
    /// It is the same in every round of this call, whichever process serves it and whatever key seals its states, and
    /// another one in every other call. Nobody can tell it who doesn't have the server's keys, so that nobody can use
    /// it up: 32 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`. Two effects need two names: in a loop,
    /// `cx.idempotency_key(format!("pay-{n}"))`. A scope makes names of its own.
    ///
    /// A first round that is sent twice is two calls, with a key each.
    #[must_use]
    pub fn idempotency_key(&self, effect: impl AsRef<str>) -> String {
        // Apart, so that no scope and name together are those of another scope and name.
        let kind = match &self.scope {
            Some(scope) => Cow::Owned(format!("effect in {scope}")),
            None => Cow::Borrowed("effect"),
        };
        self.secret().name_of(&kind, effect.as_ref())
    }

    /// A value for the url of a page, by which the page can check that who opens it is who was asked: write it down with
    /// [`principal`](Self::principal) before asking, and let the page compare.
    ///
    /// It is the same in every round of this call, another one in every other call, and nobody can tell it who doesn't
    /// have the server's keys: 32 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`. A url may be seen by others than the
    /// user, so the page still has to ask who they are.
    #[must_use]
    pub fn page_token(&self) -> String {
        self.secret().name_of("page", "")
    }

    /// Waits until `look` says that something happened elsewhere, such as that a page was finished; at most for `time`,
    /// in whole seconds, counted over all rounds.
    ///
    /// An accepted page says that the user agreed to open it, and no more. `look` is called at once, then every second,
    /// and less and less often, up to every ten. It only looks: nothing is asked or recorded in it, and one that takes
    /// longer than there is time for is dropped and made again. While it waits, the round is held open for up to 50 seconds (half of
    /// `call_timeout`, if that is less) at a time; then the client is asked to come back, with nothing to answer. Such
    /// rounds don't count among those that a call may take, but the age that a call may have
    /// ([`max_call_age`](crate::RequestState::max_call_age)) is an end for it too, and clients have limits of their own.
    ///
    /// What it came to is the same in every later round. One that lost a `select!` has come to nothing, and looks again.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// struct Shop;
    ///
    /// impl Shop {
    ///     async fn is_paid(&self, order: &str) -> bool {
    ///         !order.is_empty()
    ///     }
    /// }
    ///
    /// /// Has an order paid.
    /// #[mcp_tool]
    /// async fn pay(order: String, shop: &Shop, cx: &Context) -> String {
    ///     #[elicit(url = "https://pay.example.com/{order}", message = "Pay for {order}")]
    ///     let _opened: ();
    ///
    ///     match cx.wait_until(|| shop.is_paid(&order), minutes(15)).await {
    ///         Waited::Done => format!("{order} is paid"),
    ///         _ => format!("{order} was not paid in time"),
    ///     }
    /// }
    /// ```
    pub fn wait_until<'cx, F, Look>(
        &'cx self,
        look: F,
        time: Duration,
    ) -> impl Future<Output = Waited> + Send + use<'cx, F, Look>
    where
        F: FnMut() -> Look + Send + 'cx,
        Look: Future<Output = bool> + Send,
    {
        let key = self.note("wait");
        wait(self.turn(), key, look, time)
    }

    /// The key of one of these: by kind and position, within a scope.
    ///
    /// A step doesn't run in every round, so what it takes has positions of its own: those after it stay what they are.
    fn note(&self, kind: &str) -> Key {
        if let Some(step) = self.turn().inside_step() {
            return self.turn().position(&format!("_mcp.{kind}\u{0}{step}"));
        }
        let kind = match &self.scope {
            Some(scope) => format!("_mcp.{kind}/{scope}"),
            None => format!("_mcp.{kind}"),
        };
        self.turn().position(&kind)
    }
}

/// The UUID of version 4 that has these bits, but for the six that say what it is.
fn uuid_of(bits: u128) -> String {
    let bits = (bits & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let digits = format!("{bits:032x}");
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32];
    groups.map(|group| digits.get(group).unwrap_or_default()).join("-")
}

#[cfg(test)]
mod tests {
    use super::uuid_of;

    #[test]
    fn a_uuid_says_that_it_is_random() {
        assert_eq!(uuid_of(0), "00000000-0000-4000-8000-000000000000");
        assert_eq!(uuid_of(u128::MAX), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(
            uuid_of(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef),
            "01234567-89ab-4def-8123-456789abcdef"
        );
    }
}
