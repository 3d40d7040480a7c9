//! The future of an ask.

use std::fmt;
use std::pin::Pin;
use std::task::{Context as Task, Poll};
use std::time::Duration;

use super::answer::AskFailed;
use super::key::Key;
use super::reply::{Decoded, Given};
use crate::handler::context::Context;
use crate::handler::error::ProtocolError;
use crate::replay::question::{Digest, Question};
use crate::replay::turn::{Abort, LiveId, Reached, Reaching};

pub(crate) type Decode<B> = Box<dyn FnMut(Given<'_>) -> Decoded<B> + Send>;

/// Something that a handler wants from its client; resolves to the answer.
///
/// Where no answer is there yet it stays pending, and the round ends: the handler is dropped, and runs again from
/// the top when the answer has come. It is `Send` and `Unpin`, and may be joined with others: asks that are pending
/// together leave in one round.
#[must_use = "nothing is asked until it is awaited"]
pub struct Ask<'cx, B> {
    context: &'cx Context,
    key: Key,
    digest: Option<Digest>,
    question: Option<Question>,
    /// Why it cannot be asked.
    refused: Option<ProtocolError>,
    decode: Decode<B>,
    otherwise: Option<Box<dyn FnOnce() -> B + Send + 'cx>>,
    timeout: Option<Duration>,
    live: Option<LiveId>,
}

impl<'cx, B> Ask<'cx, B> {
    /// An ask that is filed by the position at which it was made.
    pub(crate) fn by_position(
        context: &'cx Context,
        kind: &str,
        question: Result<Question, ProtocolError>,
        decode: Decode<B>,
    ) -> Self {
        let key = context.position(kind);
        Self::new(context, key, question, decode)
    }

    /// An ask with a key, counted where it was made.
    pub(crate) fn by_key(
        context: &'cx Context,
        key: &str,
        question: Result<Question, ProtocolError>,
        decode: Decode<B>,
    ) -> Self {
        let key = context.claim(key);
        Self::new(context, key, question, decode)
    }

    fn new(
        context: &'cx Context,
        key: Key,
        question: Result<Question, ProtocolError>,
        decode: Decode<B>,
    ) -> Self {
        let (question, refused) = match question {
            Ok(question) => (Some(question), None),
            Err(error) => (None, Some(error)),
        };
        let digest = question.as_ref().map(Question::digest);
        let (otherwise, timeout, live) = (None, None, None);
        Self { context, key, digest, question, refused, decode, otherwise, timeout, live }
    }

    /// Names the ask; the same name reached again in one run is `key#2`, `key#3`, ….
    ///
    /// Without it an ask is filed by its position, and an ask more or less before it gives it another name.
    pub fn key(mut self, key: impl AsRef<str>) -> Self {
        self.key = self.context.claim(key.as_ref());
        self
    }

    /// Gives the ask an end, counted from the round in which it was first asked, over all rounds, in whole seconds
    /// (rounded up).
    ///
    /// After that it has [failed](AskFailed::TimedOut), also when an answer comes later: an [`fallible`](Self::fallible)
    /// ask says so, any other ends the call.
    ///
    /// A state lives no longer than its [`ttl`](crate::RequestState::ttl): a time beyond that never comes to its end, as
    /// the call is refused before.
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = Some(time);
        self
    }

    /// The value for a client that cannot be asked at all, because it did not declare the capability.
    ///
    /// It never stands in for a user who said no. Without it the call fails with `-32021`.
    pub fn otherwise(mut self, value: impl FnOnce() -> B + Send + 'cx) -> Self {
        self.otherwise = Some(Box::new(value));
        self
    }

    /// Takes an ask that fails (a client's error, a timeout) in hand, where it would end the call.
    pub fn fallible(mut self) -> Ask<'cx, Result<B, AskFailed>>
    where
        B: 'static,
    {
        let mut decode =
            std::mem::replace(&mut self.decode, Box::new(|_| Decoded::Invalid(String::new())));
        // One that is live already gives its question back, to be live again under the new type.
        let live = self.live.take();
        let question = live.and_then(|id| self.context.turn().withdraw(id));
        let question = question.or_else(|| self.question.take());
        let otherwise = self.otherwise.take().map(|value| {
            Box::new(move || Ok(value())) as Box<dyn FnOnce() -> Result<B, AskFailed> + Send + 'cx>
        });
        Ask {
            context: self.context,
            key: self.key.clone(),
            digest: self.digest,
            question,
            refused: self.refused.take(),
            decode: Box::new(move |given| match given {
                Given::Failed(why) => Decoded::Settled(Err(why)),
                answer @ Given::Answer(_) => match decode(answer) {
                    Decoded::Settled(value) => Decoded::Settled(Ok(value)),
                    Decoded::Ends(ending) => Decoded::Ends(ending),
                    Decoded::Invalid(reason) => Decoded::Invalid(reason),
                },
            }),
            otherwise,
            timeout: self.timeout,
            live: None,
        }
    }
}

impl<B> Future for Ask<'_, B> {
    type Output = B;

    fn poll(self: Pin<&mut Self>, _: &mut Task<'_>) -> Poll<B> {
        let this = self.get_mut();
        let Some(digest) = this.digest else {
            if let Some(error) = this.refused.take() {
                let error = error.inside(format_args!("ask `{}`", this.key));
                this.context.turn().abort(Abort::Failed(error));
            }
            this.context.turn().reach_nothing();
            return Poll::Pending;
        };
        let reaching = Reaching {
            key: &this.key,
            digest,
            question: &mut this.question,
            timeout: this.timeout,
            has_otherwise: this.otherwise.is_some(),
            live: &mut this.live,
        };
        match this.context.turn().reach(reaching, &mut *this.decode) {
            Reached::Ready(value) => Poll::Ready(value),
            Reached::Otherwise => match this.otherwise.take() {
                Some(value) => Poll::Ready(value()),
                None => Poll::Pending,
            },
            Reached::Pending => Poll::Pending,
        }
    }
}

/// Nothing in it is ever pinned: the answer is made when it is handed out.
impl<B> Unpin for Ask<'_, B> {}

impl<B> Drop for Ask<'_, B> {
    /// An ask that lost a `select!` is not asked any more.
    fn drop(&mut self) {
        if let Some(id) = self.live.take() {
            self.context.turn().withdraw(id);
        }
    }
}

impl<B> fmt::Debug for Ask<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask").field("key", &self.key).finish_non_exhaustive()
    }
}
