//! Hosts and origins: whom a server is for, and which pages may use it.

use mcp_runtime::http::HttpOptions;

use crate::client::{Client, ask};
use crate::post::Post;
use crate::serve::{serve, serve_all};

fn public() -> HttpOptions {
    HttpOptions::new().allow_host("mcp.example.com").allow_origin("https://app.example.com")
}

fn page() -> Post {
    Post::list().instead("Host", "mcp.example.com").with("Origin", "https://app.example.com")
}

#[tokio::test]
async fn a_name_that_is_pointed_here_is_not_served() {
    let served = serve_all().await;
    for host in ["evil.example.com", "localhost.evil.example.com", "evil.example.com:80", "0.0.0.0"]
    {
        for post in [
            Post::list().instead("Host", host),
            Post::list().instead("Host", host).with("Origin", &format!("http://{host}")),
        ] {
            let answer = ask(served.address, &post).await;
            assert_eq!(answer.status, 403, "{host}");
            assert!(answer.problem().contains("host"));
        }
    }
}

#[tokio::test]
async fn a_request_for_two_hosts_or_none_is_not_served() {
    let served = serve_all().await;
    for post in [
        Post::list().with("Host", "localhost"),
        Post::list().with("Host", "evil.example.com"),
        Post::list().without("Host"),
        Post::list().instead("Host", ""),
        Post::list().line("POST http://evil.example.com/mcp HTTP/1.1"),
    ] {
        assert_eq!(ask(served.address, &post).await.status, 403, "{post:?}");
    }
}

#[tokio::test]
async fn this_machine_has_several_names() {
    let served = serve_all().await;
    let number = served.address.port();
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        for host in [name.to_owned(), format!("{name}:{number}")] {
            let post =
                Post::list().instead("Host", &host).with("Origin", &format!("http://{host}"));
            assert_eq!(ask(served.address, &post).await.status, 200, "{host}");
        }
    }
}

#[tokio::test]
async fn a_foreign_page_is_not_served_and_cannot_read_that_it_is_not() {
    let served = serve_all().await;
    for origin in
        ["https://evil.example.com", "null", "http://localhost.evil.example.com", "file://"]
    {
        let answer = ask(served.address, &Post::list().with("Origin", origin)).await;
        assert_eq!(answer.status, 403, "{origin}");
        assert!(answer.problem().contains("origin"));
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    let two = Post::list().with("Origin", "http://localhost").with("Origin", "https://evil.com");
    assert_eq!(ask(served.address, &two).await.status, 403);
}

#[tokio::test]
async fn a_page_that_is_allowed_reads_results_and_errors() {
    let served = serve(public()).await;
    for (post, status) in [
        (page(), 200),
        (page().instead("Mcp-Method", "tools/call"), 400),
        (page().instead("Content-Type", "text/plain"), 415),
        (page().line("GET /mcp HTTP/1.1"), 405),
    ] {
        let answer = ask(served.address, &post).await;
        assert_eq!(answer.status, status);
        let allowed = answer.header("access-control-allow-origin");
        assert_eq!(allowed, Some("https://app.example.com"));
        assert_eq!(answer.header("vary"), Some("origin"));
        assert!(answer.header("access-control-allow-credentials").is_none());
        let exposed = answer.header("access-control-expose-headers").unwrap();
        assert!(exposed.contains("www-authenticate"));
    }
}

#[tokio::test]
async fn a_page_that_is_not_allowed_is_refused_where_others_are() {
    let served = serve(public()).await;
    for origin in ["http://app.example.com", "https://app.example.com:444", "http://localhost"] {
        let answer = ask(served.address, &page().instead("Origin", origin)).await;
        assert_eq!(answer.status, 403, "{origin}");
    }
}

#[tokio::test]
async fn a_browser_that_asks_first_is_told_what_a_page_may_send() {
    let served = serve(public()).await;
    let mut client = Client::to(served.address).await;
    let wanted = "content-type,mcp-protocol-version,mcp-method,mcp-name,mcp-param-region, \
                  Mcp-Param-Zone,x-other,traceparent";
    client
        .send(format!(
            "OPTIONS /mcp HTTP/1.1\r\nHost: mcp.example.com\r\nOrigin: https://app.example.com\r\n\
             Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: {wanted}\r\n\r\n"
        ))
        .await;

    let answer = client.answer().await;

    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(answer.header("vary"), Some("origin"));
    let allowed = answer.header("access-control-allow-headers").unwrap().to_ascii_lowercase();
    let allowed: Vec<&str> = allowed.split(", ").collect();
    for name in [
        "authorization",
        "content-type",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
        "mcp-param-zone",
    ] {
        assert!(allowed.contains(&name), "{name} in {allowed:?}");
    }
    assert!(!allowed.contains(&"x-other"));
}

#[tokio::test]
async fn a_browser_that_asks_for_a_foreign_page_is_refused() {
    let served = serve(public()).await;
    let post = page().line("OPTIONS /mcp HTTP/1.1").instead("Origin", "https://evil.example.com");
    assert_eq!(ask(served.address, &post).await.status, 403);
}

#[tokio::test]
async fn a_host_may_be_allowed_with_its_port_and_in_any_case() {
    let served = serve(HttpOptions::new().allow_host("MCP.Example.com:8443")).await;
    for host in ["mcp.example.com", "mcp.example.com:8443", "mcp.EXAMPLE.com:1"] {
        assert_eq!(ask(served.address, &Post::list().instead("Host", host)).await.status, 200);
    }
}

#[tokio::test]
async fn any_host_means_any_and_pages_are_still_told_apart() {
    let served = serve(HttpOptions::new().accept_any_host()).await;
    let any = Post::list().instead("Host", "whatever.example.com");
    assert_eq!(ask(served.address, &any).await.status, 200);
    let page = any.with("Origin", "https://evil.example.com");
    assert_eq!(ask(served.address, &page).await.status, 403);
}
