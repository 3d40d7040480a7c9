//! A connection that can be asked whether its other end is gone, while hyper has no reason to read from it, and that
//! ends when its other end reads nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// How often a call that takes its time looks whether anybody still waits for it.
const LOOK: Duration = Duration::from_millis(400);

/// One end of a connection, as hyper has it.
#[derive(Debug)]
pub(super) struct Socket {
    stream: Arc<TcpStream>,
    write_timeout: Duration,
    /// Since when the other end has read nothing; none while it reads.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration) -> Self {
        Self { stream: Arc::new(stream), write_timeout, stuck: None }
    }

    /// The same end, for those who only want to know whether there is another one.
    pub(super) fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.stream))
    }
}

/// A look at a connection that somebody else serves.
#[derive(Clone, Debug)]
pub(super) struct Watch(Arc<TcpStream>);

impl Watch {
    /// Resolves when the other end will send nothing more.
    ///
    /// hyper finds that out itself unless it holds bytes that it has not looked at: those of the next request, sent
    /// ahead. Then it does not read, and a client that is gone would be served to the end.
    pub(super) async fn gone(self) {
        loop {
            tokio::time::sleep(LOOK).await;
            let ready = std::future::poll_fn(|task| {
                let mut ready = std::pin::pin!(self.0.ready(Interest::READABLE));
                Poll::Ready(match ready.as_mut().poll(task) {
                    Poll::Ready(Ok(ready)) => ready.is_read_closed(),
                    Poll::Ready(Err(_)) => true,
                    Poll::Pending => false,
                })
            });
            if ready.await {
                return;
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(task))?;
            match self.stream.try_read(into.initialize_unfilled()) {
                Ok(length) => {
                    into.advance(length);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write_when_ready(task, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write_when_ready(task, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The connection ends when its last owner lets it go.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Socket {
    /// A write that fails once nothing could be written for too long: whoever reads nothing holds what waits for it.
    fn write_when_ready(
        &mut self,
        task: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(ready) = self.stream.poll_write_ready(task) {
            ready?;
            match write(&self.stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.stuck = None;
                    return Poll::Ready(written);
                }
            }
        }
        let time = self.write_timeout;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(time)));
        ready!(stuck.as_mut().poll(task));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}
