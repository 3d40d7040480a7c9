//! The tasks of a connection: one writes, one reads, and neither ever waits for a handler.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufWriter};
use tokio::process::Child;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::connection::{Ended, OpenRequests, Outcome};
use super::error::ClientError;
use crate::envelope::object;
use crate::shown::shown_owned;
use crate::trace::TARGET;
use crate::transport::stdio::lines::{Line, Lines};

/// How long a server may take to end once its input is closed or its output ended, and its output once it has ended.
const GRACE: Duration = Duration::from_secs(2);

/// Writes what waits, and closes the server's input when nobody can send any more.
pub(super) async fn write<W>(output: W, mut waiting: mpsc::UnboundedReceiver<Vec<u8>>)
where
    W: AsyncWrite + Unpin,
{
    let mut output = BufWriter::new(output);
    let written = async {
        while let Some(line) = waiting.recv().await {
            output.write_all(&line).await?;
            output.write_all(b"\n").await?;
            if waiting.is_empty() {
                output.flush().await?;
            }
        }
        output.shutdown().await
    };
    if let Err(error) = written.await {
        tracing::warn!(target: TARGET, %error, "the server takes no more messages");
    }
}

/// Reads until the server has ended, sees to it that it does, and tells everybody who waits.
pub(super) async fn attend<R>(
    mut reader: Reader<R>,
    writer: JoinHandle<()>,
    mut child: Option<Child>,
    open: Arc<OpenRequests>,
    tell: watch::Sender<Option<Ended>>,
) where
    R: AsyncRead + Unpin,
{
    let over = async {
        tokio::select! {
            // Whether it was closed or broke: without an input a server has nothing left to do.
            _ = writer => {}
            // What it started itself may hold its output open for ever.
            () = exit(child.as_mut()) => {}
        }
        tokio::time::sleep(GRACE).await;
    };
    let read = tokio::select! {
        read = reader.read() => read,
        () = over => Ok(()),
    };
    let ended = match (read, child) {
        (Err(error), None) => Ended::Failed(Arc::new(error)),
        (Ok(()), None) => Ended::Closed,
        (_, Some(child)) => end(child).await,
    };
    open.end(&ended);
    // Nobody may be waiting for it.
    let _ = tell.send(Some(ended));
}

/// Waits until the child has ended; for ever, if there is none.
async fn exit(child: Option<&mut Child>) {
    match child {
        // How it ended, or why that cannot be known, is asked once more at the end.
        Some(child) => drop(child.wait().await),
        None => std::future::pending().await,
    }
}

async fn end(mut child: Child) -> Ended {
    let status = if let Ok(status) = tokio::time::timeout(GRACE, child.wait()).await {
        status
    } else {
        tracing::warn!(target: TARGET, "the server did not end by itself, and is killed");
        match child.kill().await {
            Ok(()) => child.wait().await,
            Err(error) => Err(error),
        }
    };
    status.map_or_else(|error| Ended::Failed(Arc::new(error)), Ended::Exited)
}

/// What reads a server's output, and gives each answer to whoever waits for it.
pub(super) struct Reader<R> {
    lines: Lines<R>,
    limit: usize,
    open: Arc<OpenRequests>,
}

/// A message of a server, as far as it is looked at here.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct ErrorObject {
    code: i64,
    #[serde(default)]
    message: String,
    #[serde(default)]
    data: Option<Value>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    pub(super) fn new(input: R, limit: usize, open: Arc<OpenRequests>) -> Self {
        Self { lines: Lines::new(input, limit), limit, open }
    }

    /// Reads to the end of the server's output.
    async fn read(&mut self) -> std::io::Result<()> {
        while let Some(line) = self.lines.next().await? {
            match line {
                Line::Message(bytes) => self.message(&bytes),
                Line::TooLong => {
                    let limit = self.limit;
                    tracing::warn!(target: TARGET, limit, "a message of the server was too long");
                    self.open.fail_all(|| ClientError::TooLong { limit });
                }
            }
        }
        Ok(())
    }

    /// What is said here of a message never holds any of its contents.
    fn message(&self, bytes: &[u8]) {
        let message = std::str::from_utf8(bytes).ok().map(object::read::<Message<'_>>);
        let Some(Ok(message)) = message else {
            let bytes = bytes.len();
            tracing::warn!(target: TARGET, bytes, "the server wrote a line that is no message");
            return;
        };
        if message.method.is_some() {
            if message.id.is_some() {
                tracing::warn!(target: TARGET, "a request of the server was ignored: this revision has none");
            }
            return;
        }
        // Ours are whole numbers; `"1"` is not `1`.
        let id = message.id.and_then(|id| id.get().parse::<u64>().ok());
        let Some(id) = id else {
            tracing::warn!(target: TARGET, "the server answered something that was never sent");
            return;
        };
        let outcome = match (message.result, message.error) {
            (Some(result), None) => Outcome::Result(result.to_owned()),
            (None, Some(error)) => failure(error),
            (None, None) | (Some(_), Some(_)) => {
                Outcome::Malformed("it must have either a `result` or an `error`")
            }
        };
        if !self.open.settle(id, outcome) {
            tracing::debug!(target: TARGET, id, "a response came that nobody waits for");
        }
    }
}

fn failure(error: &RawValue) -> Outcome {
    match object::read(error.get()) {
        Ok(ErrorObject { code, message, data }) => {
            Outcome::Failed(ClientError::Server { code, message: shown_owned(message), data })
        }
        Err(_) => Outcome::Malformed("its `error` must be an object with a `code`"),
    }
}
