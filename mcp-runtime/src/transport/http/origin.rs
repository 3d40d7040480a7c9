//! Who may talk to this server: the `Host` that a request is for, and the `Origin` of the page that makes it.
//!
//! A page anywhere can make a browser send requests to this machine, also under a name of its own that it points
//! here. Both headers are out of the page's hands.

use http::header::{HOST, ORIGIN};
use http::{HeaderMap, HeaderValue, Uri};

use super::options::HttpOptions;

/// What the check came to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Visitor {
    /// No page is behind the request, or one of this server's own.
    Welcome,
    /// A page that was allowed by name, and may read the answer.
    Page(HeaderValue),
    /// The request is not for this server.
    WrongHost,
    /// The page has no business here.
    WrongOrigin,
}

/// Looks at both headers.
pub(super) fn check(uri: &Uri, headers: &HeaderMap, options: &HttpOptions) -> Visitor {
    let Some(host) = host(uri, headers) else { return Visitor::WrongHost };
    let Some(name) = without_port(host) else { return Visitor::WrongHost };
    if !(options.any_host || is_loopback(name) || listed(&options.hosts, name)) {
        return Visitor::WrongHost;
    }
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return Visitor::Welcome };
    let Some(text) = origin.to_str().ok().filter(|_| origins.next().is_none()) else {
        return Visitor::WrongOrigin;
    };
    if listed(&options.origins, text) {
        return Visitor::Page(origin.clone());
    }
    let Some((_, authority)) = text.split_once("://") else { return Visitor::WrongOrigin };
    let local = is_loopback(name) && without_port(authority).is_some_and(is_loopback);
    if local || authority.eq_ignore_ascii_case(host) {
        Visitor::Welcome
    } else {
        Visitor::WrongOrigin
    }
}

/// The host that a request is for, if it names exactly one.
fn host<'r>(uri: &'r Uri, headers: &'r HeaderMap) -> Option<&'r str> {
    let target = uri.authority().map(http::uri::Authority::as_str);
    let mut hosts = headers.get_all(HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (None, _) => return target,
        (Some(host), None) => host.to_str().ok()?,
        (Some(_), Some(_)) => return None,
    };
    target.is_none_or(|target| target.eq_ignore_ascii_case(host)).then_some(host)
}

fn listed(list: &[String], name: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The name in `name`, `name:port` or `[address]:port`; none if it is nothing of the kind.
pub(super) fn without_port(authority: &str) -> Option<&str> {
    let end = match authority.rfind(']') {
        Some(bracket) => bracket + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (name, port) = authority.split_at_checked(end)?;
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port)).then_some(name)
}

/// Names of this machine that no other name can be pointed to.
pub(super) fn is_loopback(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(host: &str, origin: Option<&str>, options: &HttpOptions) -> Visitor {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        check(&Uri::from_static("/mcp"), &headers, options)
    }

    #[test]
    fn only_loopback_is_served_unless_more_is_said() {
        let options = HttpOptions::new();
        for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "LOCALHOST"] {
            assert_eq!(visit(host, None, &options), Visitor::Welcome, "{host}");
            assert_eq!(visit(host, Some("http://localhost:3000"), &options), Visitor::Welcome);
        }
        for host in [
            "evil.example.com",
            "127.0.0.1.evil.com",
            "localhost.evil.com",
            "",
            "[::2]",
            "[::1].evil.com",
            "[::1]evil.com",
            "localhost:80@evil.com",
            "localhost:evil.com",
            "0.0.0.0",
        ] {
            assert_eq!(visit(host, None, &options), Visitor::WrongHost, "{host}");
        }
        for origin in ["http://evil.example.com", "null", "http://localhost.evil.com", "localhost"]
        {
            assert_eq!(
                visit("localhost", Some(origin), &options),
                Visitor::WrongOrigin,
                "{origin}"
            );
        }
    }

    #[test]
    fn a_public_server_has_names_and_lets_pages_in_by_name() {
        let options = HttpOptions::new()
            .allow_host("MCP.example.com")
            .allow_origin("https://app.example.com/");
        assert_eq!(visit("mcp.example.com:443", None, &options), Visitor::Welcome);
        assert!(matches!(
            visit("mcp.example.com", Some("https://app.example.com"), &options),
            Visitor::Page(_)
        ));
        let own = visit("mcp.example.com", Some("https://mcp.example.com"), &options);
        assert_eq!(own, Visitor::Welcome);
        let with_port = HttpOptions::new().allow_host("mcp.example.com:8443");
        assert_eq!(visit("mcp.example.com:8443", None, &with_port), Visitor::Welcome);
        let local = visit("mcp.example.com", Some("http://localhost:3000"), &options);
        assert_eq!(local, Visitor::WrongOrigin);
    }

    #[test]
    fn a_request_for_two_hosts_is_for_none() {
        let mut headers = HeaderMap::new();
        headers.append(HOST, "localhost".parse().unwrap());
        headers.append(HOST, "evil.example.com".parse().unwrap());
        let visitor = check(&Uri::from_static("/"), &headers, &HttpOptions::new());
        assert_eq!(visitor, Visitor::WrongHost);

        headers.insert(HOST, "localhost".parse().unwrap());
        let elsewhere = Uri::from_static("http://evil.example.com/mcp");
        assert_eq!(check(&elsewhere, &headers, &HttpOptions::new()), Visitor::WrongHost);
        let here = Uri::from_static("http://localhost/mcp");
        assert_eq!(check(&here, &headers, &HttpOptions::new()), Visitor::Welcome);
    }
}
