//! Servers on sockets of their own.

use std::net::SocketAddr;

use mcp_runtime::http::HttpOptions;
use mcp_runtime::{RequestState, SealKey, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::soon;
use crate::tools::{self, Watch};

/// A server that runs until it is told to stop, or the test ends.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) watch: Watch,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<std::io::Result<()>>,
}

/// Every tool, served with these options.
pub(crate) async fn serve(options: HttpOptions) -> Served {
    let watch = Watch::default();
    let server = tools::server(watch.clone()).request_state(sealing()).build().unwrap();
    serve_this(&server, watch, options).await
}

/// Every tool, served as it is if nothing is said.
pub(crate) async fn serve_all() -> Served {
    serve(HttpOptions::new()).await
}

async fn serve_this(server: &Server, watch: Watch, options: HttpOptions) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let service = server.service(options).unwrap();
    let ended = tokio::spawn(service.serve(listener, async {
        let _ = stopped.await;
    }));
    Served { address, watch, stop, ended }
}

impl Served {
    /// Tells the server to stop.
    pub(crate) fn stop(self) -> Stopping {
        self.stop.send(()).unwrap();
        Stopping(self.ended)
    }
}

/// A server that was told to stop.
pub(crate) struct Stopping(JoinHandle<std::io::Result<()>>);

impl Stopping {
    pub(crate) fn has_ended(&self) -> bool {
        self.0.is_finished()
    }

    pub(crate) async fn ended(self) {
        soon(self.0).await.unwrap().unwrap();
    }
}

/// Sealing with a key that is the same in every test.
pub(crate) fn sealing() -> RequestState {
    RequestState::new(SealKey::new(vec![7; 32]).unwrap())
}
