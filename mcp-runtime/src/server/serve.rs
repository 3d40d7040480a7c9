//! Serving over standard input and output, or any pair of pipes.

use tokio::io::{AsyncRead, AsyncWrite};

use super::{Peer, Server, ServerBuilder};
use crate::transport::stdio;

impl ServerBuilder {
    /// Builds the server, and serves the process that started this one, over standard input and output.
    ///
    /// It ends when the input has ended and everything that was accepted is answered. Nothing else may write to
    /// standard output; logs belong on standard error.
    ///
    /// # Errors
    ///
    /// [`ConfigErrors`](crate::ConfigErrors), or a failure to read or write.
    pub async fn serve_stdio(self) -> crate::Result<()> {
        self.build()?.serve_stdio().await
    }
}

impl Server {
    /// Serves the process that started this one; see [`ServerBuilder::serve_stdio`].
    ///
    /// # Errors
    ///
    /// A failure to read or write.
    pub async fn serve_stdio(&self) -> crate::Result<()> {
        self.serve_pipes(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves whoever is at the other end of a pair of pipes: a socket, a serial line, a test.
    ///
    /// # Errors
    ///
    /// A failure to read or write.
    pub async fn serve_pipes<R, W>(&self, input: R, output: W) -> crate::Result<()>
    where
        R: AsyncRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        Ok(stdio::serve(self.clone(), input, output, Peer::anonymous()).await?)
    }
}
