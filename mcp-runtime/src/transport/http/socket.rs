//! A connection that can be asked whether its other end is gone, while hyper has no reason to read from it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

/// How often a call that takes its time looks whether anybody still waits for it.
const LOOK: Duration = Duration::from_millis(400);

/// One end of a connection, shared between whoever serves it and whoever watches it.
#[derive(Clone, Debug)]
pub(super) struct Socket(Arc<TcpStream>);

impl Socket {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self(Arc::new(stream))
    }

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
            ready!(self.0.poll_read_ready(task))?;
            match self.0.try_read(into.initialize_unfilled()) {
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
        self: Pin<&mut Self>,
        task: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write_when_ready(task, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
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
    fn write_when_ready(
        &self,
        task: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(task))?;
            match write(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }
}
