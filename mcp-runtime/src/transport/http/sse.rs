//! The answer as server-sent events: notifications of the call, then its reply, then the end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};

use crate::server::Reply;

/// How often a quiet stream says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A call under way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// A call that has said something before its reply, and everything that it will say.
pub(super) struct Events {
    /// What it said first.
    first: Option<Vec<u8>>,
    notifications: mpsc::Receiver<Vec<u8>>,
    answer: Option<Answer>,
    reply: Option<Reply>,
    quiet: Pin<Box<Sleep>>,
}

impl Events {
    pub(super) fn new(
        first: Vec<u8>,
        notifications: mpsc::Receiver<Vec<u8>>,
        answer: Answer,
    ) -> Self {
        let quiet = Box::pin(tokio::time::sleep(KEEP_ALIVE));
        Self { first: Some(first), notifications, answer: Some(answer), reply: None, quiet }
    }

    pub(super) fn is_over(&self) -> bool {
        self.first.is_none()
            && self.answer.is_none()
            && self.reply.is_none()
            && self.notifications.is_empty()
    }

    /// The next piece of the stream; `None` after the reply.
    pub(super) fn poll_event(&mut self, task: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(first) = self.first.take() {
            return self.emit(&first);
        }
        if let Some(answer) = &mut self.answer
            && let Poll::Ready(reply) = answer.as_mut().poll(task)
        {
            self.reply = Some(reply);
            self.answer = None;
        }
        // What was said before the reply goes out before it.
        if let Poll::Ready(Some(message)) = self.notifications.poll_recv(task) {
            return self.emit(&message);
        }
        if let Some(reply) = self.reply.take() {
            self.notifications.close();
            return Poll::Ready(reply.into_body().map(|body| event(&body)));
        }
        if self.answer.is_none() {
            return Poll::Ready(None);
        }
        if self.quiet.as_mut().poll(task).is_ready() {
            self.quiet.as_mut().reset(Instant::now() + KEEP_ALIVE);
            task.waker().wake_by_ref();
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
