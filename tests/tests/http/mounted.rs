//! The service in somebody else's server, and what a server says when it starts.

use axum::Router;
use axum::routing::get;
use mcp_runtime::http::HttpOptions;
use serde_json::json;
use tokio::net::TcpListener;

use crate::client::ask;
use crate::log::Log;
use crate::post::Post;
use crate::serve::sealing;
use crate::tools::{self, Watch};

#[tokio::test]
async fn it_is_mounted_in_axum_beside_other_routes() {
    let server = tools::server(Watch::default()).build().unwrap();
    let app = Router::new()
        .route("/health", get(|| async { "well" }))
        .route_service("/tools", server.service(HttpOptions::new()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async { axum::serve(listener, app).await });

    let echo = Post::call("echo", json!({ "text": "hello" })).line("POST /tools HTTP/1.1");
    let health = Post::raw("").line("GET /health HTTP/1.1");

    assert_eq!(ask(address, &echo).await.text(), "hello");
    assert_eq!(ask(address, &health).await.body, b"well");
}

#[tokio::test]
async fn beyond_loopback_a_key_of_the_process_alone_is_a_warning() {
    for (address, configured, warned) in
        [("0.0.0.0:0", false, true), ("0.0.0.0:0", true, false), ("127.0.0.1:0", false, false)]
    {
        let log = Log::open();
        let mut server = tools::server(Watch::default());
        if configured {
            server = server.request_state(sealing());
        }
        let service = server.into_service().unwrap();
        let listener = TcpListener::bind(address).await.unwrap();

        service.serve(listener, async {}).await.unwrap();

        let text = log.text();
        assert_eq!(text.contains("WARN") && text.contains("configure a key"), warned, "{text}");
        assert_eq!(text.contains("another process"), warned, "{text}");
    }
}
