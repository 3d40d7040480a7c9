//! What a client can be asked, and who answers.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::ask::{ElicitAsk, ElicitReply, SampleAsk};
use super::error::HandlerError;
use crate::protocol::capabilities::{Capability, ClientCapabilities};
use crate::protocol::roots::Root;
use crate::protocol::sampling::Completion;

/// A client that can be asked everything.
#[cfg(any(test, feature = "testing"))]
pub(crate) const EVERYTHING: ClientCapabilities = ClientCapabilities::NONE
    .with(Capability::ElicitationForm)
    .with(Capability::ElicitationUrl)
    .with(Capability::Sampling)
    .with(Capability::SamplingTools)
    .with(Capability::SamplingContext)
    .with(Capability::Roots);

/// A handler, with its types taken off.
pub(super) type Handler<A, R> = Arc<dyn Fn(A) -> Answering<R> + Send + Sync>;

/// What a handler is doing.
type Answering<R> = Pin<Box<dyn Future<Output = Result<R, HandlerError>> + Send>>;

/// Who answers what. What has nobody to answer it is not declared, and what is not declared is never answered.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    pub(super) form: Option<Handler<ElicitAsk, ElicitReply>>,
    pub(super) url: Option<Handler<ElicitAsk, ElicitReply>>,
    pub(super) sample: Option<Handler<SampleAsk, Completion>>,
    pub(super) roots: Option<Vec<Root>>,
}

impl Handlers {
    /// The capabilities that these handlers come to.
    pub(super) fn declared(&self) -> ClientCapabilities {
        let pairs = [
            (self.form.is_some(), Capability::ElicitationForm),
            (self.url.is_some(), Capability::ElicitationUrl),
            (self.sample.is_some(), Capability::Sampling),
            (self.roots.is_some(), Capability::Roots),
        ];
        let declared = pairs.into_iter().filter(|(has, _)| *has);
        declared.fold(ClientCapabilities::NONE, |sum, (_, capability)| sum.with(capability))
    }
}

/// Takes the types off a handler.
pub(super) fn handler<A, R, F, Fut>(answer: F) -> Handler<A, R>
where
    F: Fn(A) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<R, HandlerError>> + Send + 'static,
{
    Arc::new(move |ask| Box::pin(answer(ask)))
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers").field("declared", &self.declared()).finish_non_exhaustive()
    }
}
