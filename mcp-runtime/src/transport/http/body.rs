//! Bodies: what comes in, with a limit and an end; what goes out, whole or as a stream.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use bytes::{Buf as _, Bytes};
use http_body::{Body, Frame, SizeHint};

use super::options::HttpOptions;
use super::socket::Watch;
use super::sse::Events;
use crate::transport::room::{NoRoom, Room, SMALL, Taken};

/// A body, and the room that it takes.
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    pub(super) room: Taken,
}

/// Why a body was not read to its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unread {
    TooLarge,
    TooSlow,
    NoRoom,
    Broken,
}

/// Reads a body.
pub(super) async fn read<B: Body>(
    body: B,
    options: &HttpOptions,
    room: &Room,
) -> Result<Read, Unread> {
    let limit = options.max_body_bytes;
    let hint = body.size_hint();
    if hint.lower() > limit as u64 {
        return Err(Unread::TooLarge);
    }
    let known = hint.exact().and_then(|size| usize::try_from(size).ok());
    let whole = collect(body, limit, known.unwrap_or(0), room);
    let mut whole = pin!(whole);
    // A body that is there already needs no timer.
    if let Poll::Ready(done) = poll_fn(|task| Poll::Ready(whole.as_mut().poll(task))).await {
        return done;
    }
    tokio::time::timeout(options.body_timeout, whole).await.unwrap_or(Err(Unread::TooSlow))
}

async fn collect<B: Body>(
    body: B,
    limit: usize,
    known: usize,
    room: &Room,
) -> Result<Read, Unread> {
    let mut taken = Taken::default();
    let mut body = pin!(body);
    // What is announced is not there yet: no more than a little is set aside for it.
    let mut bytes = Vec::with_capacity(known.min(SMALL));
    while let Some(frame) = poll_fn(|task| body.as_mut().poll_frame(task)).await {
        let frame = frame.map_err(|_| Unread::Broken)?;
        let Ok(mut data) = frame.into_data() else { continue };
        let size = bytes.len() + data.remaining();
        if size > limit {
            return Err(Unread::TooLarge);
        }
        // Room is taken for what is there, never for what is announced: to fill it, one has to send it.
        taken.grow(room, size).map_err(|NoRoom| Unread::NoRoom)?;
        while data.has_remaining() {
            let chunk = data.chunk();
            let length = chunk.len();
            bytes.extend_from_slice(chunk);
            data.advance(length);
        }
    }
    Ok(Read { bytes, room: taken })
}

/// The body of an answer: nothing, a document, or a stream of events. Dropping it cancels the call behind it.
pub struct ReplyBody {
    kind: Kind,
    /// Resolves when nobody reads a stream any more.
    gone: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

enum Kind {
    Whole(Option<Bytes>),
    Stream(Box<Events>),
}

impl ReplyBody {
    pub(super) fn empty() -> Self {
        Self { kind: Kind::Whole(None), gone: None }
    }

    pub(super) fn whole(bytes: impl Into<Bytes>) -> Self {
        Self { kind: Kind::Whole(Some(bytes.into())), gone: None }
    }

    pub(super) fn stream(events: Events) -> Self {
        Self { kind: Kind::Stream(Box::new(events)), gone: None }
    }

    /// Ends a stream, and the call behind it, when the other end of the connection is gone.
    pub(super) fn until(mut self, other_end: Watch) -> Self {
        if matches!(self.kind, Kind::Stream(_)) {
            self.gone = Some(Box::pin(other_end.gone()));
        }
        self
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        let events = match &mut this.kind {
            Kind::Whole(bytes) => {
                return Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes))));
            }
            Kind::Stream(events) => events,
        };
        let event = events.poll_event(task);
        if event.is_pending()
            && let Some(gone) = &mut this.gone
            && gone.as_mut().poll(task).is_ready()
        {
            this.kind = Kind::Whole(None);
            this.gone = None;
            return Poll::Ready(None);
        }
        event.map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.kind {
            Kind::Whole(bytes) => bytes.is_none(),
            Kind::Stream(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
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
