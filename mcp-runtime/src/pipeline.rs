//! The way of a request, one line a stage. Read this first.
//!
//! ```text
//! bytes ─► envelope ─► era ─► dispatch ─► open ─► run ───────────────► respond ─► bytes
//!                                                 │ asks
//!                                                 └─► permit ─► seal ─┘
//! ```
//!
//! The type that a stage returns is the only thing that the next one takes. Nothing here knows of sockets, reads a
//! clock or makes a random number: the moment and the randomness are passed in.

mod round;
mod spend;

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

#[cfg(feature = "testing")]
pub(crate) use self::round::ALL_ROUNDS;
use crate::dispatch::{self, Route};
use crate::envelope::{Envelope, Kind, NoMessage};
use crate::era;
use crate::error::Refusal;
use crate::moment::Moment;
use crate::respond;
use crate::server::{Inner, Peer, Reply};

/// Answers one message.
pub(crate) async fn handle(
    server: &Inner,
    message: Result<Envelope, NoMessage>,
    peer: &Peer,
    moment: &Moment,
) -> Reply {
    let envelope = match message {
        Ok(envelope) => Arc::new(envelope),
        Err(no_message) => return refuse_bytes(no_message),
    };
    match envelope.kind() {
        // Cancellations are for the transport, which holds what is under way. Of a client's answers nobody waits for
        // any: in this era servers send no requests.
        Kind::Notification => return Reply::none(),
        Kind::Response => {
            tracing::warn!(target: crate::trace::TARGET, "a response to no request was dropped");
            return Reply::none();
        }
        Kind::Request => {}
    }
    match unpanicked(request(server, &envelope, peer, moment)).await {
        Ok(reply) => reply,
        Err(refusal) => respond::refused(envelope.id(), &refusal),
    }
}

/// Answers a request also when code of the operator panics outside of a handler: a binder, for one.
async fn unpanicked(
    request: impl Future<Output = Result<Reply, Refusal>>,
) -> Result<Reply, Refusal> {
    let mut request = pin!(request);
    poll_fn(|task| {
        // A request that panicked is not polled again, so nothing of it is seen in a broken state.
        catch_unwind(AssertUnwindSafe(|| request.as_mut().poll(task))).unwrap_or_else(|_| {
            tracing::error!(target: crate::trace::TARGET, "a request panicked outside of its handler");
            Poll::Ready(Err(Refusal::Internal))
        })
    })
    .await
}

async fn request(
    server: &Inner,
    envelope: &Arc<Envelope>,
    peer: &Peer,
    moment: &Moment,
) -> Result<Reply, Refusal> {
    let id = envelope.id().unwrap_or("null");
    let admitted = era::admit(envelope, peer.mirror())?;
    match dispatch::route(admitted, envelope, peer.mirror(), server)? {
        Route::Ready(members) => Ok(respond::ready(id, members, &server.info)),
        Route::Call(call) => {
            let opened = round::open(&call, server, peer, moment)?;
            let before = opened.before();
            let round = round::run(&call, server, peer, moment, opened).await?;
            round::respond(&call, server, peer, moment, round, before)
        }
    }
}

/// Answers bytes that are no message.
fn refuse_bytes(no_message: NoMessage) -> Reply {
    let id = match &no_message {
        NoMessage::BadNotification => return Reply::none(),
        NoMessage::NotJson(_) => None,
        NoMessage::NotRpc { id, .. } | NoMessage::BadParams { id, .. } => id.clone(),
    };
    respond::refused(id.as_deref(), &no_message.into())
}

/// Answers a message on a system that has no randomness to give: no call can be named, no state sealed.
pub(crate) fn without_randomness(
    message: Result<Envelope, NoMessage>,
    error: getrandom::Error,
) -> Reply {
    tracing::error!(target: crate::trace::TARGET, %error, "the operating system gives no randomness");
    match message {
        Err(no_message) => refuse_bytes(no_message),
        Ok(envelope) if envelope.kind() == Kind::Request => {
            respond::refused(envelope.id(), &Refusal::Internal)
        }
        Ok(_) => Reply::none(),
    }
}
