//! Lines of JSON over a pair of pipes: standard input and output, a socket, or the two ends of a duplex in a test.
//!
//! One task reads, one writes, and each request has one of its own in between, so that a slow handler holds up
//! nobody, and a cancellation gets through. Nothing but messages is written.

pub(crate) mod lines;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufWriter};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use crate::envelope::{Envelope, Kind};
use crate::error::Refusal;
use crate::respond;
use crate::server::outbox::Outbox;
use crate::server::{Peer, Reply, Server};
use crate::trace::TARGET;
use crate::transport::room::{Room, Taken};
use lines::{Line, Lines};

/// How many replies may wait to be written before handlers wait too.
const WAITING_REPLIES: usize = 64;

/// How many bytes the larger messages under way may hold together, unless a single one may hold more.
const MAX_BUFFERED_BYTES: usize = 256 * 1024 * 1024;

/// Requests under way, by their id; each with a number, as an id may be used again.
type UnderWay = HashMap<String, (u64, AbortHandle)>;
type InFlight = Arc<Mutex<UnderWay>>;

/// Serves one connection until its input ends and what was accepted is answered.
///
/// # Errors
///
/// If reading or writing fails.
pub(crate) async fn serve<R, W>(
    server: Server,
    input: R,
    output: W,
    peer: Peer,
) -> std::io::Result<()>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (replies, waiting) = mpsc::channel(WAITING_REPLIES);
    let peer = peer.outbox(Outbox::new(replies.clone()));
    let writer = tokio::spawn(write(output, waiting));
    let read = read(server, input, peer, replies).await;
    let written = writer.await.map_err(std::io::Error::other)?;
    read.and(written)
}

/// One request after the other, and nothing awaited that a handler does.
async fn read<R>(
    server: Server,
    input: R,
    peer: Peer,
    replies: mpsc::Sender<Vec<u8>>,
) -> std::io::Result<()>
where
    R: AsyncRead + Unpin + Send,
{
    let limit = server.options().max_message_bytes;
    let mut connection = Connection {
        server,
        room: Room::new(limit.max(MAX_BUFFERED_BYTES)),
        peer,
        replies,
        in_flight: InFlight::default(),
        tasks: JoinSet::new(),
        accepted: 0,
    };
    let mut lines = Lines::new(input, limit);
    let result = loop {
        // Ended tasks are forgotten on the way, so that a long connection holds no trace of its past.
        while connection.tasks.try_join_next().is_some() {}
        match lines.next().await {
            Ok(Some(Line::Message(bytes))) => connection.accept(bytes).await,
            Ok(Some(Line::TooLong)) => connection.too_long().await,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
        if connection.replies.is_closed() {
            // Nobody reads any more: what is under way is of no use to anyone.
            connection.tasks.shutdown().await;
            break Ok(());
        }
    };
    while connection.tasks.join_next().await.is_some() {}
    result
}

struct Connection {
    server: Server,
    room: Room,
    peer: Peer,
    replies: mpsc::Sender<Vec<u8>>,
    in_flight: InFlight,
    tasks: JoinSet<()>,
    /// How many requests there have been.
    accepted: u64,
}

impl Connection {
    async fn accept(&mut self, bytes: Vec<u8>) {
        let mut room = Taken::default();
        let is_room = room.grow(&self.room, bytes.len()).is_ok();
        let message = Envelope::parse(bytes);
        let id = match &message {
            Ok(envelope) if envelope.kind() == Kind::Notification => {
                return self.notified(envelope);
            }
            Ok(envelope) if envelope.kind() == Kind::Request => envelope.id().map(str::to_owned),
            Ok(_) | Err(_) => None,
        };
        if let Some(refusal) = self.cannot_take(id.as_deref(), is_room) {
            return self.send(respond::refused(id.as_deref(), &refusal)).await;
        }
        let (server, peer) = (self.server.clone(), self.peer.clone());
        let (replies, in_flight) = (self.replies.clone(), Arc::clone(&self.in_flight));
        // Its lock is taken before the task can look for itself.
        let mut under_way = lock(&self.in_flight);
        self.accepted += 1;
        let number = self.accepted;
        let id = id.map(|id| one_spelling(&id).into_owned());
        let own_id = id.clone();
        let task = self.tasks.spawn(async move {
            let done = Done { in_flight, id: own_id, number };
            let reply = server.answer(message, &peer).await;
            drop(room);
            // The id is free again once the reply can be read.
            drop(done);
            if let Some(body) = reply.into_body() {
                // Nobody is there to be told if the writer is gone.
                let _ = replies.send(body).await;
            }
        });
        if let Some(id) = id {
            under_way.insert(id, (number, task));
        }
    }

    fn cannot_take(&self, id: Option<&str>, is_room: bool) -> Option<Refusal> {
        let under_way = lock(&self.in_flight);
        if id.is_some_and(|id| under_way.contains_key(&*one_spelling(id))) {
            return Some(Refusal::IdInUse);
        }
        let is_full = self.tasks.len() >= self.server.options().max_in_flight;
        (is_full || !is_room).then_some(Refusal::Busy)
    }

    /// A cancelled request is dropped, and never answered. What cannot be cancelled is left alone.
    fn notified(&self, notification: &Envelope) {
        if notification.method() != "notifications/cancelled" {
            return;
        }
        let Some(id) = notification.params().request_id else { return };
        let id = one_spelling(notification.part(id));
        if let Some((_, task)) = lock(&self.in_flight).remove(&*id) {
            task.abort();
        }
    }

    async fn too_long(&self) {
        let limit = self.server.options().max_message_bytes;
        tracing::warn!(target: TARGET, limit, "a message was too long");
        let problem = format!("the message is longer than {limit} bytes");
        self.send(respond::refused(None, &Refusal::NotRequest(problem))).await;
    }

    async fn send(&self, reply: Reply) {
        if let Some(body) = reply.into_body() {
            let _ = self.replies.send(body).await;
        }
    }
}

/// Takes a request out of what is under way, however it ends.
struct Done {
    in_flight: InFlight,
    id: Option<String>,
    number: u64,
}

impl Drop for Done {
    fn drop(&mut self) {
        let Some(id) = &self.id else { return };
        let mut under_way = lock(&self.in_flight);
        // One that was cancelled may find its id in use by the next.
        if under_way.get(id).is_some_and(|(number, _)| *number == self.number) {
            under_way.remove(id);
        }
    }
}

/// The JSON of an id, in which a string has no escape that it does not need: it is the same id however it is written.
fn one_spelling(id: &str) -> Cow<'_, str> {
    if !id.contains('\\') {
        return Cow::Borrowed(id);
    }
    let text = serde_json::from_str::<String>(id).map(|text| Value::from(text).to_string());
    text.map_or(Cow::Borrowed(id), Cow::Owned)
}

fn lock(in_flight: &InFlight) -> std::sync::MutexGuard<'_, UnderWay> {
    // Nothing that is done under the lock can panic half way.
    in_flight.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The only place that writes: a message, a line end, and whatever else is waiting before it goes out.
async fn write<W>(output: W, mut waiting: mpsc::Receiver<Vec<u8>>) -> std::io::Result<()>
where
    W: AsyncWrite + Unpin,
{
    let mut output = BufWriter::with_capacity(64 * 1024, output);
    while let Some(body) = waiting.recv().await {
        output.write_all(&body).await?;
        output.write_all(b"\n").await?;
        while let Ok(body) = waiting.try_recv() {
            output.write_all(&body).await?;
            output.write_all(b"\n").await?;
        }
        output.flush().await?;
    }
    output.shutdown().await
}
