//! One connection: many requests at once, each matched with its answer by its id.

use std::collections::HashMap;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};

use super::error::ClientError;
use super::lines;
use super::request::{self, Meta, Params};
use super::transport::Opened;

/// How a connection ended.
#[derive(Clone, Debug)]
pub(super) enum Ended {
    /// The child process did.
    Exited(ExitStatus),
    /// The other end closed it, or had to be made to.
    Closed,
    /// Reading failed.
    Failed(Arc<std::io::Error>),
}

impl Ended {
    fn error(&self) -> ClientError {
        match self {
            Self::Exited(status) => ClientError::Exited { status: *status },
            Self::Closed => ClientError::Disconnected,
            Self::Failed(error) => ClientError::Io(Arc::clone(error)),
        }
    }
}

/// What a request comes to.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A result, as the server wrote it.
    Result(Box<RawValue>),
    /// An answer that is none.
    Malformed(&'static str),
    /// An error, of the server or of the connection.
    Failed(ClientError),
}

/// A connection to a server. Dropping it closes the server's input.
#[derive(Debug)]
pub(super) struct Connection {
    meta: Meta,
    next_id: AtomicU64,
    open: Arc<OpenRequests>,
    // Unbounded, because a dropped call has to say so without waiting. What waits here is bounded by what callers
    // wait for.
    outgoing: Mutex<Option<mpsc::UnboundedSender<Vec<u8>>>>,
    ended: watch::Receiver<Option<Ended>>,
}

/// The requests that wait for an answer.
#[derive(Debug, Default)]
pub(super) struct OpenRequests(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    by_id: HashMap<u64, oneshot::Sender<Outcome>>,
    ended: Option<Ended>,
}

impl OpenRequests {
    /// Settles a request; `false` if nobody waits for it (any more).
    pub(super) fn settle(&self, id: u64, outcome: Outcome) -> bool {
        let waiting = self.lock().by_id.remove(&id);
        waiting.is_some_and(|waiting| waiting.send(outcome).is_ok())
    }

    /// Fails every open request, and goes on.
    pub(super) fn fail_all(&self, error: impl Fn() -> ClientError) {
        for (_, waiting) in self.lock().by_id.drain() {
            // Whoever gave up needs no error.
            let _ = waiting.send(Outcome::Failed(error()));
        }
    }

    /// Fails every open request, and every later one.
    pub(super) fn end(&self, ended: &Ended) {
        self.lock().ended = Some(ended.clone());
        self.fail_all(|| ended.error());
    }

    fn add(&self, id: u64) -> Result<oneshot::Receiver<Outcome>, ClientError> {
        let mut open = self.lock();
        if let Some(ended) = &open.ended {
            return Err(ended.error());
        }
        let (settle, settled) = oneshot::channel();
        open.by_id.insert(id, settle);
        Ok(settled)
    }

    fn forget(&self, id: u64) -> bool {
        self.lock().by_id.remove(&id).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing that is done under the lock can panic half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Starts the tasks that read and write.
    pub(super) fn start(opened: Opened, meta: Meta, max_message_bytes: usize) -> Self {
        let Opened { input, output, child } = opened;
        let open = Arc::new(OpenRequests::default());
        let (outgoing, waiting) = mpsc::unbounded_channel();
        let (tell, ended) = watch::channel(None);
        let writer = tokio::spawn(lines::write(output, waiting));
        let reader = lines::Reader::new(input, max_message_bytes, Arc::clone(&open));
        tokio::spawn(lines::attend(reader, writer, child, Arc::clone(&open), tell));
        let outgoing = Mutex::new(Some(outgoing));
        Self { meta, next_id: AtomicU64::new(1), open, outgoing, ended }
    }

    /// Sends a request, and waits for its answer. Dropping the future cancels the request.
    pub(super) async fn request(
        &self,
        method: &'static str,
        params: Params<'_>,
    ) -> Result<Box<RawValue>, ClientError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let line = request::request(id, method, params, &self.meta).map_err(|source| {
            ClientError::Unwritable { what: format!("the request `{method}`"), source }
        })?;
        let settled = self.open.add(id)?;
        let cancel = CancelOnDrop { connection: self, id };
        if !self.send(line) {
            return Err(ClientError::Closed);
        }
        let outcome = settled.await;
        drop(cancel);
        match outcome {
            Ok(Outcome::Result(result)) => Ok(result),
            Ok(Outcome::Malformed(problem)) => {
                Err(ClientError::InvalidResponse { method, problem: problem.to_owned() })
            }
            Ok(Outcome::Failed(error)) => Err(error),
            Err(_) => Err(ClientError::Disconnected),
        }
    }

    /// Closes the server's input, and waits until it has ended.
    pub(super) async fn close(&self) -> Option<ExitStatus> {
        drop(self.outgoing().take());
        let mut ended = self.ended.clone();
        match ended.wait_for(Option::is_some).await.ok()?.as_ref()? {
            Ended::Exited(status) => Some(*status),
            Ended::Closed | Ended::Failed(_) => None,
        }
    }

    fn send(&self, line: Vec<u8>) -> bool {
        self.outgoing().as_ref().is_some_and(|outgoing| outgoing.send(line).is_ok())
    }

    fn outgoing(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<Vec<u8>>>> {
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the server that nobody waits any more, unless the request was settled.
struct CancelOnDrop<'a> {
    connection: &'a Connection,
    id: u64,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if self.connection.open.forget(self.id) {
            self.connection.send(request::cancelled(self.id));
        }
    }
}
