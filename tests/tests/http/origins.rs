//! Who may come: hosts, pages, and what a browser lets a page read.

use mcp_runtime::http::HttpOptions;
use serde_json::json;

use crate::client::ask;
use crate::post::Post;
use crate::serve::{serve, serve_all};

const APP: &str = "https://app.example.com";

fn echo() -> Post {
    Post::call("echo", json!({ "text": "hello" }))
}

#[tokio::test]
async fn a_request_for_another_host_is_not_served() {
    let served = serve_all().await;
    for host in ["evil.example.com", "127.0.0.1.evil.example.com", "localhost.example.com"] {
        let answer = ask(served.address, &echo().instead("Host", host)).await;
        assert_eq!(answer.status, 403, "{host}");
        assert!(answer.problem().contains("host"), "{host}");
    }
    let twice = ask(served.address, &echo().with("Host", "evil.example.com")).await;
    assert!(twice.status == 403 || twice.status == 400, "{twice:?}");
    assert_eq!(ask(served.address, &echo().without("Host")).await.status, 403);
    assert_eq!(served.watch.runs(), 0);
    for host in ["localhost:9", "127.0.0.1", "[::1]:80"] {
        assert_eq!(ask(served.address, &echo().instead("Host", host)).await.text(), "hello");
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_is_not_served() {
    let served = serve_all().await;
    for origin in ["https://evil.example.com", "null", "http://localhost.evil.example.com"] {
        let answer = ask(served.address, &echo().with("Origin", origin)).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{origin}");
    }
    assert_eq!(served.watch.runs(), 0);
    let own = ask(served.address, &echo().with("Origin", "http://localhost")).await;
    assert_eq!(own.text(), "hello");
}

#[tokio::test]
async fn a_page_that_is_allowed_by_name_may_read_answers_and_refusals() {
    let served = serve(HttpOptions::new().allow_origin(APP)).await;
    let page = |post: Post| post.with("Origin", APP);

    let answer = ask(served.address, &page(echo())).await;
    let refused = ask(served.address, &page(echo()).instead("Mcp-Method", "other")).await;
    let other = ask(served.address, &echo().with("Origin", "https://other.example.com")).await;

    assert_eq!(answer.text(), "hello");
    assert_eq!(refused.status, 400);
    for said in [&answer, &refused] {
        assert_eq!(said.header("access-control-allow-origin"), Some(APP));
        assert_eq!(said.header("vary"), Some("origin"));
    }
    assert_eq!(other.status, 403);
}

#[tokio::test]
async fn a_browser_is_told_what_an_allowed_page_may_send() {
    let served = serve(HttpOptions::new().allow_origin(APP)).await;
    let preflight = |origin: &str| {
        Post::raw("")
            .line("OPTIONS /mcp HTTP/1.1")
            .with("Origin", origin)
            .with("Access-Control-Request-Method", "POST")
            .with("Access-Control-Request-Headers", "mcp-method, mcp-param-region, x-own")
    };

    let answer = ask(served.address, &preflight(APP)).await;

    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    let allowed = answer.header("access-control-allow-headers").unwrap();
    for name in ["mcp-method", "mcp-name", "authorization", "mcp-param-region"] {
        assert!(allowed.contains(name), "{name} in {allowed}");
    }
    assert!(!allowed.contains("x-own"), "{allowed}");
    assert_eq!(ask(served.address, &preflight("https://evil.example.com")).await.status, 403);
}

#[tokio::test]
async fn a_public_server_is_served_under_its_names() {
    let served = serve(HttpOptions::new().allow_host("mcp.example.com")).await;
    for (host, status) in
        [("mcp.example.com", 200), ("MCP.example.com:443", 200), ("example.com", 403)]
    {
        assert_eq!(
            ask(served.address, &echo().instead("Host", host)).await.status,
            status,
            "{host}"
        );
    }
    let any = serve(HttpOptions::new().accept_any_host()).await;
    assert_eq!(ask(any.address, &echo().instead("Host", "what.ever")).await.text(), "hello");
}
