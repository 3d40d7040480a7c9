//! A socket for the service: connections accepted, served, and let finish when the server is told to stop.

use std::pin::pin;
use std::sync::Arc;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::body::ReplyBody;
use super::options::HttpOptions;
use super::refuse;
use super::service::HttpService;
use super::socket::Socket;
use crate::server::{Server, ServerBuilder};
use crate::trace::TARGET;

impl ServerBuilder {
    /// Builds the server, and serves it over HTTP until the process is told to stop (SIGINT or SIGTERM); what is under
    /// way then is answered. The path is `/mcp` unless [`HttpOptions::path`] says otherwise.
    ///
    /// # Errors
    ///
    /// [`ConfigErrors`](crate::ConfigErrors), or an address that cannot be had.
    pub async fn serve_http(self, address: impl ToSocketAddrs) -> crate::Result<()> {
        let service = self.into_service()?;
        let listener = TcpListener::bind(address).await?;
        service.serve(listener, told_to_stop()).await?;
        Ok(())
    }

    /// Builds the server as a `tower::Service`, to be mounted in a server of one's own.
    ///
    /// # Errors
    ///
    /// [`ConfigErrors`](crate::ConfigErrors).
    pub fn into_service(self) -> Result<HttpService, crate::ConfigErrors> {
        let (server, options) = self.build_with_http()?;
        Ok(HttpService::new(server, options))
    }
}

impl Server {
    /// This server as a `tower::Service`.
    ///
    /// # Errors
    ///
    /// [`ConfigErrors`](crate::ConfigErrors), if the options make no sense.
    pub fn service(&self, options: HttpOptions) -> Result<HttpService, crate::ConfigErrors> {
        crate::ConfigErrors::none_of(options.problems())?;
        Ok(HttpService::new(self.clone(), options))
    }
}

impl HttpService {
    /// Serves a socket until `stop` resolves and what is under way is answered.
    ///
    /// Several processes may do so with one key, each serving any round of any call.
    ///
    /// # Errors
    ///
    /// If the socket breaks.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> std::io::Result<()> {
        self.warn_unless_local(listener.local_addr()?);
        let drain = self.options().drain;
        let places =
            Arc::new(Semaphore::new(self.options().max_connections.min(Semaphore::MAX_PERMITS)));
        let (stopping, told) = watch::channel(false);
        let mut connections = JoinSet::new();
        let mut stop = pin!(stop);
        loop {
            let place = Arc::clone(&places).acquire_owned();
            let accepted = async {
                let place = place.await;
                (listener.accept().await, place)
            };
            let (accepted, place) = tokio::select! {
                () = &mut stop => break,
                accepted = accepted => accepted,
            };
            while connections.try_join_next().is_some() {}
            match accepted {
                Ok((stream, _)) => {
                    let connection = connection(self.clone(), stream, told.clone());
                    connections.spawn(async move {
                        connection.await;
                        drop(place);
                    });
                }
                // A client that went away while it waited says nothing of the next one.
                Err(error) if gone(&error) => {}
                Err(error) => {
                    // Too many open files and the like: what is open goes on, and ends some time.
                    tracing::error!(target: TARGET, %error, "a connection could not be accepted");
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
            }
        }
        drop(listener);
        let _ = stopping.send(true);
        let all = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(drain, all).await.is_err() {
            tracing::warn!(target: TARGET, ?drain, "calls were still under way when the server stopped");
        }
        Ok(())
    }
}

fn gone(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// How much of a connection is kept in memory, each way: the largest head of a request, and what waits to be written.
const BUFFER: usize = 64 * 1024;

async fn connection(service: HttpService, stream: TcpStream, mut told: watch::Receiver<bool>) {
    // One answer is one write: nothing is gained by waiting for more.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(service.options().header_timeout);
    builder.max_buf_size(BUFFER);
    let socket = Socket::new(stream, service.options().write_timeout);
    let other_end = socket.watch();
    let serve = service_fn(move |request: Request<Incoming>| {
        let (service, other_end) = (service.clone(), other_end.clone());
        async move {
            tokio::select! {
                biased;
                response = route(&service, request) => Ok(response.map(|body| body.until(other_end))),
                // The connection ends with an error, and all that came on it.
                () = other_end.clone().gone() => Err(std::io::Error::from(std::io::ErrorKind::ConnectionAborted)),
            }
        }
    });
    let mut connection = pin!(builder.serve_connection(TokioIo::new(socket), serve));
    let stopping = async {
        // An error is a server that is gone: then there is nothing to wait for either.
        let _ = told.wait_for(|stopping| *stopping).await;
    };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(target: TARGET, %error, "a connection ended early");
    }
}

async fn route(service: &HttpService, request: Request<Incoming>) -> Response<ReplyBody> {
    if request.uri().path() == service.options().path {
        return service.answer(request).await;
    }
    let problem = format!("there is nothing here; messages go to {}", service.options().path);
    refuse::refusal(StatusCode::NOT_FOUND, problem)
}

/// Resolves when the process is told to stop.
async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
