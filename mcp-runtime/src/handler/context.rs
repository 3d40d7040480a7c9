//! The call, as its handler sees it.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::state::States;
use crate::ask::adapt::{ElicitBinding, RootsBinding, SampleBinding, UrlBinding};
use crate::ask::answer::{Answer, AskFailed};
use crate::ask::choose::{Choice, Offered};
use crate::ask::explicit::Input;
use crate::ask::future::Ask;
use crate::ask::key::Key;
use crate::ask::make;
use crate::envelope::Envelope;
use crate::form::Elicit;
use crate::protocol::capabilities::Capability;
use crate::protocol::implementation::Implementation;
use crate::protocol::logging::Level;
use crate::protocol::revision::Revision;
use crate::protocol::roots::Root;
use crate::protocol::sampling::{Completion, Sample};
use crate::replay::bytes::Bytes;
use crate::replay::journal::CallId;
use crate::replay::step::Step;
use crate::replay::turn::{StepName, Turn};
use crate::server::outbox::Wanted;
use crate::state::{KeyPlace, Principal, RequestState};

/// The call that a handler serves: what it may ask, who calls, and what the server holds.
///
/// It belongs to the call: a handler borrows it, and cannot take it to a spawned task. The key of an ask must be the
/// same in every round; see the [crate's documentation](crate).
pub struct Context {
    call: Arc<Call>,
    pub(super) scope: Option<Arc<str>>,
}

/// What the contexts of one call share.
pub(crate) struct Call {
    pub(crate) turn: Turn,
    pub(crate) states: Arc<States>,
    pub(crate) envelope: Arc<Envelope>,
    pub(crate) revision: Revision,
    pub(crate) principal: Option<Principal>,
    pub(crate) wanted: Wanted,
    pub(crate) secret: Secret,
}

/// Where the secret of a call comes from; few handlers want it.
pub(crate) struct Secret {
    pub(crate) sealing: Arc<RequestState>,
    pub(crate) call: CallId,
    pub(crate) by: KeyPlace,
    pub(crate) wrapped: Option<Bytes<32>>,
}

impl Secret {
    /// The name of one thing of the call, of a kind.
    pub(super) fn name_of(&self, kind: &str, name: &str) -> String {
        let wrapped = self.wrapped.as_ref().map(|wrapped| &wrapped.0);
        self.sealing.call_secret(self.call, self.by, wrapped).name_of(kind, name)
    }
}

impl Context {
    pub(crate) fn new(call: Call) -> Self {
        Self { call: Arc::new(call), scope: None }
    }

    pub(crate) fn turn(&self) -> &Turn {
        &self.call.turn
    }

    /// Asks the user to fill in the form of `T`.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// #[derive(Elicit)]
    /// struct Size {
    ///     #[elicit(minimum = 1, maximum = 9)]
    ///     metres: u8,
    /// }
    ///
    /// async fn size_of(cx: &Context, what: &str) -> Option<u8> {
    ///     let size = cx.elicit::<Size>(format!("How long is {what}?")).key("size").await;
    ///     size.accepted().map(|size| size.metres)
    /// }
    /// ```
    pub fn elicit<T: Elicit>(&self, message: impl Into<String>) -> Ask<'_, Answer<T>> {
        let question = make::form::<T>(message.into());
        Ask::by_position(self, "elicitation", question, make::decode_form::<Answer<T>>())
    }

    /// Asks the user to open a page; an [`Answer::Accept`] says that they agreed to, and no more.
    ///
    /// Only absolute `https:` urls, and `http:` ones to this machine, are sent; any other ends the call with an error.
    /// The url must not hold anything that lets whoever sees it act as the user.
    pub fn elicit_url(
        &self,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Ask<'_, Answer<()>> {
        let question = make::page(message.into(), url.into());
        Ask::by_position(self, "elicitation", question, make::decode_page::<Answer<()>>())
    }

    /// Asks the client's model for a completion.
    pub fn sample(&self, sample: impl Into<Sample>) -> Ask<'_, Result<Completion, AskFailed>> {
        let question = Ok(make::sample(sample.into()));
        Ask::by_position(self, "sampling", question, make::decode_sample())
    }

    /// Asks the client for the folders that the user works in.
    pub fn roots(&self) -> Ask<'_, Result<Vec<Root>, AskFailed>> {
        Ask::by_position(self, "roots", Ok(make::roots()), make::decode_roots())
    }

    /// Lets the user choose one thing from a list that is only known now.
    ///
    /// If the list is another one in a later round, the answer does not belong to it, and the user is asked again. An
    /// empty list, or two choices that look the same, end the call with an error.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// async fn pick(cx: &Context, files: &[(u64, String)]) -> Answer<u64> {
    ///     let choices = files.iter().map(|(id, name)| Choice::new(*id, name));
    ///     cx.choose("Which file?", choices).key("file").await
    /// }
    /// ```
    pub fn choose<T: Send + 'static>(
        &self,
        message: impl Into<String>,
        choices: impl IntoIterator<Item = impl Into<Choice<T>>>,
    ) -> Ask<'_, Answer<T>> {
        let mut offered = Offered::new(choices);
        let question = offered.question(message.into(), false);
        Ask::by_position(self, "elicitation", question, Box::new(offered.one()))
    }

    /// Lets the user choose any number of things from a list that is only known now; they come in the list's order.
    ///
    /// Clients of revisions before 2025-11-25 cannot show such a list.
    pub fn choose_many<T: Send + 'static>(
        &self,
        message: impl Into<String>,
        choices: impl IntoIterator<Item = impl Into<Choice<T>>>,
    ) -> Ask<'_, Answer<Vec<T>>> {
        let mut offered = Offered::new(choices);
        let question = offered.question(message.into(), true);
        Ask::by_position(self, "elicitation", question, Box::new(offered.many()))
    }

    /// Does something once in a call, however many rounds it takes: what succeeds is recorded, and carried to the next
    /// rounds instead of being done again. What fails is not recorded.
    ///
    /// The value travels through the client, which can read it. Recorded is not exactly once: a round whose reply gets
    /// lost is sent again. A step cannot ask; an ask inside it ends the call with an error.
    ///
    /// A step of the same name that is made again in one run is `key#2`, unless the one before it failed: then it is the
    /// next try of that one.
    pub fn step<T, E, F>(&self, key: impl AsRef<str>, work: F) -> Step<'_, F>
    where
        F: Future<Output = Result<T, E>>,
        T: Serialize + DeserializeOwned,
    {
        Step::of_success(self.turn(), self.claim_step(key.as_ref()), work)
    }

    /// Like [`step`](Self::step), for whatever comes out: a failure that is to be recorded, or no `Result` at all.
    pub fn step_whole<F>(&self, key: impl AsRef<str>, work: F) -> Step<'_, F>
    where
        F: Future,
        F::Output: Serialize + DeserializeOwned,
    {
        Step::of_whole(self.turn(), self.claim_step(key.as_ref()), work)
    }

    /// The same call, with `name/` in front of the keys of what is asked and done with it.
    ///
    /// For a helper that asks, and is called more than once:
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// async fn sure(cx: &Context, what: &str) -> bool {
    ///     let answer = cx.elicit::<Confirmed>(format!("Delete {what}?")).key("sure").await;
    ///     matches!(answer, Answer::Accept(_))
    /// }
    ///
    /// async fn both(cx: &Context) -> bool {
    ///     sure(&cx.scope("first"), "a.txt").await && sure(&cx.scope("second"), "b.txt").await
    /// }
    /// ```
    pub fn scope(&self, name: impl AsRef<str>) -> Scope<'_> {
        let scope = self.prefixed(name.as_ref()).into_owned().into();
        let context = Self { call: Arc::clone(&self.call), scope: Some(scope) };
        Scope { context, call: PhantomData }
    }

    /// What this round brought, for a handler that [returns its asks](crate::InputRequired).
    #[must_use]
    pub fn input(&self) -> Input<'_> {
        Input::new(self.turn())
    }

    /// Whether the client declared that it can do this.
    #[must_use]
    pub fn supports(&self, capability: Capability) -> bool {
        self.turn().client().supports(capability)
    }

    /// The revision of the protocol that the client speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.call.revision
    }

    /// What the client says it is. For display and logs: nothing may depend on it.
    #[must_use]
    pub fn client(&self) -> Option<Implementation> {
        let span = self.call.envelope.params().client_info?;
        serde_json::from_str(self.call.envelope.part(span)).ok()
    }

    /// Who calls, if the transport knows.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.call.principal.as_ref()
    }

    /// Tells the client how far the call has come, if it asked to be told: `cx.progress(3.0, 10.0, "3 of 10 files")`.
    ///
    /// Without a total there is only movement. What is not more than before is not sent.
    pub fn progress(&self, done: f64, total: impl Into<Option<f64>>, message: impl AsRef<str>) {
        self.call.wanted.progress(done, total.into(), message.as_ref());
    }

    /// Writes a message to the client's log, if it asked for messages of this level; never put a secret into it.
    pub fn log(&self, level: Level, message: impl Into<Value>) {
        let envelope = &self.call.envelope;
        let tool = envelope.params().name.and_then(|name| envelope.string(name));
        self.call.wanted.log(level, &tool.unwrap_or_default(), &message.into());
    }

    /// The server's value of this type, if it has one.
    #[must_use]
    pub fn state<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&T> {
        self.call.states.find()
    }

    pub(crate) fn claim(&self, name: &str) -> Key {
        self.turn().claim(&self.prefixed(name))
    }

    fn claim_step(&self, name: &str) -> StepName {
        self.turn().claim_step(&self.prefixed(name))
    }

    pub(crate) fn position(&self, kind: &str) -> Key {
        self.turn().position(&self.prefixed(kind))
    }

    pub(super) fn secret(&self) -> &Secret {
        &self.call.secret
    }

    pub(super) fn prefixed<'a>(&self, name: &'a str) -> Cow<'a, str> {
        match &self.scope {
            Some(scope) => Cow::Owned(format!("{scope}/{name}")),
            None => Cow::Borrowed(name),
        }
    }
}

/// What expansions of the macros call.
#[doc(hidden)]
impl Context {
    pub(crate) fn ask_form<B: ElicitBinding>(&self, key: &str, message: String) -> Ask<'_, B> {
        Ask::by_key(self, key, make::form::<B::Form>(message), make::decode_form::<B>())
    }

    pub(crate) fn ask_page<B: UrlBinding>(
        &self,
        key: &str,
        message: String,
        url: String,
    ) -> Ask<'_, B> {
        Ask::by_key(self, key, make::page(message, url), make::decode_page::<B>())
    }

    pub(crate) fn ask_sample<B: SampleBinding>(&self, key: &str, sample: Sample) -> Ask<'_, B> {
        Ask::by_key(self, key, Ok(make::sample(sample)), make::decode_sample::<B>())
    }

    pub(crate) fn ask_roots<B: RootsBinding>(&self, key: &str) -> Ask<'_, B> {
        Ask::by_key(self, key, Ok(make::roots()), make::decode_roots::<B>())
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("scope", &self.scope).finish_non_exhaustive()
    }
}

/// A [`Context`] with a prefix; see [`Context::scope`].
#[must_use = "only what is asked with it has the prefix"]
pub struct Scope<'cx> {
    context: Context,
    call: PhantomData<&'cx Context>,
}

impl Deref for Scope<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.fmt(f)
    }
}
