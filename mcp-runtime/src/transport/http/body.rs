//! Bodies: what comes in, with a limit and an end; what goes out, whole or as a stream.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use bytes::{Buf as _, Bytes};
use http_body::{Body, Frame, SizeHint};

use super::options::HttpOptions;
use super::sse::Events;

/// Why a body was not read to its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unread {
    TooLarge,
    TooSlow,
    Broken,
}

/// Reads a body.
pub(super) async fn read<B: Body>(body: B, options: &HttpOptions) -> Result<Vec<u8>, Unread> {
    let limit = options.max_body_bytes;
    let hint = body.size_hint();
    if hint.lower() > limit as u64 {
        return Err(Unread::TooLarge);
    }
    let known = hint.exact().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let whole = collect(body, limit, known.min(limit));
    let mut whole = pin!(whole);
    // A body that is there already needs no timer.
    if let Poll::Ready(done) = poll_fn(|task| Poll::Ready(whole.as_mut().poll(task))).await {
        return done;
    }
    tokio::time::timeout(options.body_timeout, whole).await.unwrap_or(Err(Unread::TooSlow))
}

async fn collect<B: Body>(body: B, limit: usize, room: usize) -> Result<Vec<u8>, Unread> {
    let mut body = pin!(body);
    let mut bytes = Vec::with_capacity(room);
    while let Some(frame) = poll_fn(|task| body.as_mut().poll_frame(task)).await {
        let frame = frame.map_err(|_| Unread::Broken)?;
        let Ok(mut data) = frame.into_data() else { continue };
        if bytes.len() + data.remaining() > limit {
            return Err(Unread::TooLarge);
        }
        while data.has_remaining() {
            let chunk = data.chunk();
            let taken = chunk.len();
            bytes.extend_from_slice(chunk);
            data.advance(taken);
        }
    }
    Ok(bytes)
}

/// The body of an answer: nothing, a document, or a stream of events. Dropping it cancels the call behind it.
pub struct ReplyBody(Kind);

enum Kind {
    Whole(Option<Bytes>),
    Stream(Box<Events>),
}

impl ReplyBody {
    pub(super) fn empty() -> Self {
        Self(Kind::Whole(None))
    }

    pub(super) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self(Kind::Whole(Some(bytes.into())))
    }

    pub(super) fn stream(events: Events) -> Self {
        Self(Kind::Stream(Box::new(events)))
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.get_mut().0 {
            Kind::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Stream(events) => {
                events.poll_event(task).map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(bytes) => bytes.is_none(),
            Kind::Stream(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Kind::Stream(_) => SizeHint::default(),
        }
    }
}

impl fmt::Debug for ReplyBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReplyBody").field(&self.size_hint()).finish()
    }
}
