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
        .route_service("/tools", server.service(HttpOptions::new()).unwrap());
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

#[tokio::test]
async fn a_mounted_server_for_hosts_of_other_machines_warns_when_it_is_made() {
    for (options, warned) in [
        (HttpOptions::new(), false),
        (HttpOptions::new().allow_host("localhost:3000"), false),
        (HttpOptions::new().allow_host("mcp.example.com"), true),
        (HttpOptions::new().accept_any_host(), true),
    ] {
        let log = Log::open();
        let server = tools::server(Watch::default()).http(options.clone());

        let service = server.into_service().unwrap();

        let text = log.text();
        assert_eq!(text.contains("configure a key"), warned, "{options:?}: {text}");
        let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
        service.serve(listener, async {}).await.unwrap();
        assert_eq!(log.text().matches("configure a key").count(), 1, "it says so once");
    }
}

#[test]
fn options_that_make_no_sense_are_all_told_when_the_server_is_built() {
    let options = HttpOptions::new()
        .allow_host("")
        .allow_host("https://mcp.example.com")
        .allow_host("[::1]:80")
        .allow_origin("app.example.com")
        .allow_origin("null")
        .allow_origin("https://app.example.com/path")
        .allow_origin("https://app.example.com:8443/")
        .allow_origin("vscode-webview://1a2b")
        .max_calls(0)
        .max_connections(0)
        .max_body_bytes(1024)
        .max_buffered_bytes(1023)
        .write_timeout(std::time::Duration::ZERO);

    let error = tools::server(Watch::default()).http(options.clone()).into_service().unwrap_err();

    let expected = [
        "`http.max_calls` must be more than zero",
        "`http.max_connections` must be more than zero",
        "`http.write_timeout` must be more than zero",
        "http: `max_buffered_bytes` (1023) is less than one body may have (1024)",
        "http: \"\" is no host; write it as `mcp.example.com`",
        "http: \"https://mcp.example.com\" is no host; write it as `mcp.example.com`",
        "http: \"app.example.com\" is no origin; write it as `https://app.example.com`",
        "http: \"null\" is no origin; write it as `https://app.example.com`",
        "http: \"https://app.example.com/path\" is no origin; write it as `https://app.example.com`",
    ];
    assert_eq!(error.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);

    let server = tools::server(Watch::default()).build().unwrap();
    assert_eq!(server.service(options).unwrap_err().iter().count(), expected.len());
}
