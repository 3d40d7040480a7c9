//! The answer as server-sent events: notifications of the call, then its reply, then the end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, Sleep};
use tracing::Instrument as _;

use crate::server::Reply;

/// How often a quiet stream says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A call under way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// A call in a task of its own, which ends with this value.
///
/// A stream is only asked for more while its client reads. A call that went on only then would hold what it has, and
/// its place among the calls, for as long as a client likes.
pub(super) struct Running(JoinHandle<Reply>);

impl Running {
    pub(super) fn start(answer: Answer) -> Self {
        Self(tokio::spawn(answer.in_current_span()))
    }

    /// The reply; none if the task was taken down, together with its runtime.
    fn poll_reply(&mut self, task: &mut Context<'_>) -> Poll<Option<Reply>> {
        Pin::new(&mut self.0).poll(task).map(Result::ok)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What is still to come of a call that has said something.
pub(super) enum Rest {
    Running(Running),
    Reply(Option<Reply>),
}

/// A call that has said something before its reply, and everything that it will say.
pub(super) struct Events {
    /// What it said first.
    first: Option<Vec<u8>>,
    notifications: mpsc::Receiver<Vec<u8>>,
    rest: Rest,
    quiet: Pin<Box<Sleep>>,
}

impl Events {
    pub(super) fn new(first: Vec<u8>, notifications: mpsc::Receiver<Vec<u8>>, rest: Rest) -> Self {
        let quiet = Box::pin(tokio::time::sleep(KEEP_ALIVE));
        Self { first: Some(first), notifications, rest, quiet }
    }

    pub(super) fn is_over(&self) -> bool {
        self.first.is_none()
            && matches!(self.rest, Rest::Reply(None))
            && self.notifications.is_empty()
    }

    /// The next piece of the stream; `None` after the reply.
    pub(super) fn poll_event(&mut self, task: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(first) = self.first.take() {
            return self.emit(&first);
        }
        if let Rest::Running(running) = &mut self.rest
            && let Poll::Ready(reply) = running.poll_reply(task)
        {
            self.rest = Rest::Reply(reply);
        }
        if matches!(self.rest, Rest::Reply(_)) {
            // Nothing is said after the reply, whoever still holds a way to say it.
            self.notifications.close();
        }
        // What was said before the reply goes out before it.
        if let Poll::Ready(Some(message)) = self.notifications.poll_recv(task) {
            return self.emit(&message);
        }
        if let Rest::Reply(reply) = &mut self.rest {
            let body = reply.take().and_then(Reply::into_body);
            return Poll::Ready(body.map(|body| event(&body)));
        }
        if self.quiet.as_mut().poll(task).is_ready() {
            self.quiet.as_mut().reset(Instant::now() + KEEP_ALIVE);
            return Poll::Ready(Some(Bytes::from_static(b":\r\n\r\n")));
        }
        Poll::Pending
    }

    fn emit(&mut self, message: &[u8]) -> Poll<Option<Bytes>> {
        self.quiet.as_mut().reset(Instant::now() + KEEP_ALIVE);
        Poll::Ready(Some(event(message)))
    }
}

/// One event. A message is one line, as JSON writes it.
fn event(message: &[u8]) -> Bytes {
    let mut bytes = Vec::with_capacity(message.len() + 24);
    bytes.extend_from_slice(b"event: message\ndata: ");
    bytes.extend_from_slice(message);
    bytes.extend_from_slice(b"\n\n");
    bytes.into()
}
