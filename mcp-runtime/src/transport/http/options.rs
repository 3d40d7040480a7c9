//! What an operator may set about HTTP.

use std::time::Duration;

use super::origin::{is_loopback, without_port};
use crate::server::ConfigError;

/// Who may come, and how much they may send.
///
/// What nothing is said about is safe on a developer's machine: only requests to loopback names are served.
///
/// ```
/// use mcp_runtime::http::HttpOptions;
///
/// let public = HttpOptions::new()
///     .allow_host("mcp.example.com")
///     .allow_origin("https://app.example.com");
/// # let _ = public;
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until a server has it"]
pub struct HttpOptions {
    pub(super) hosts: Vec<String>,
    pub(super) any_host: bool,
    pub(super) origins: Vec<String>,
    pub(super) path: String,
    pub(super) max_body_bytes: usize,
    pub(super) max_buffered_bytes: usize,
    pub(super) max_calls: usize,
    pub(super) max_connections: usize,
    pub(super) body_timeout: Duration,
    pub(super) header_timeout: Duration,
    pub(super) write_timeout: Duration,
    pub(super) drain: Duration,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            any_host: false,
            origins: Vec::new(),
            path: "/mcp".to_owned(),
            max_body_bytes: 4 * 1024 * 1024,
            max_buffered_bytes: 256 * 1024 * 1024,
            max_calls: 4096,
            max_connections: 16_384,
            body_timeout: Duration::from_secs(30),
            header_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            drain: Duration::from_secs(30),
        }
    }
}

impl HttpOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Serves requests to this host too under whatever port, as they come to a public server.
    pub fn allow_host(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.hosts.push(without_port(&name).unwrap_or(&name).to_owned());
        self
    }

    /// Serves requests to any host. A page that rebinds its own name to this machine then gets through: only behind a
    /// proxy that checks hosts itself.
    pub fn accept_any_host(mut self) -> Self {
        self.any_host = true;
        self
    }

    /// Lets pages of this origin read answers (CORS): `https://app.example.com`, with its port if it has one.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into().trim_end_matches('/').to_owned());
        self
    }

    /// The path that `serve_http` serves; `/mcp`.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        let path = path.into();
        self.path = if path.starts_with('/') { path } else { format!("/{path}") };
        self
    }

    /// How many bytes a body may have; 4 MiB. More is answered with 413.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// How many bytes the bodies of all requests under way may hold together, small ones (8 KiB) aside; 256 MiB. One
    /// that would need more is answered with 503.
    pub fn max_buffered_bytes(mut self, bytes: usize) -> Self {
        self.max_buffered_bytes = bytes;
        self
    }

    /// How many requests may be under way at once, over all connections; 4,096. More are answered with 503.
    pub fn max_calls(mut self, calls: usize) -> Self {
        self.max_calls = calls;
        self
    }

    /// How many connections may be open at once; 16,384. More wait in the backlog of the operating system.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections;
        self
    }

    /// How long a body may take to arrive; 30 s. One that takes longer is answered with 408.
    pub fn body_timeout(mut self, time: Duration) -> Self {
        self.body_timeout = time;
        self
    }

    /// How long the head of a request may take to arrive, idle connections included; 30 s.
    pub fn header_timeout(mut self, time: Duration) -> Self {
        self.header_timeout = time;
        self
    }

    /// How long a client may read nothing of what `serve_http` writes to it; 30 s. Then its connection ends, and its
    /// calls with it.
    pub fn write_timeout(mut self, time: Duration) -> Self {
        self.write_timeout = time;
        self
    }

    /// How long calls that are under way may go on after the server was told to stop; 30 s.
    pub fn drain(mut self, time: Duration) -> Self {
        self.drain = time;
        self
    }
}

impl HttpOptions {
    /// Whether requests to other names than those of this machine are served.
    pub(super) fn is_public(&self) -> bool {
        self.any_host || self.hosts.iter().any(|host| !is_loopback(host))
    }

    /// Everything in it that makes no sense.
    pub(crate) fn problems(&self) -> Vec<ConfigError> {
        let limits = [
            ("http.max_body_bytes", self.max_body_bytes == 0),
            ("http.max_calls", self.max_calls == 0),
            ("http.max_connections", self.max_connections == 0),
            ("http.body_timeout", self.body_timeout.is_zero()),
            ("http.header_timeout", self.header_timeout.is_zero()),
            ("http.write_timeout", self.write_timeout.is_zero()),
        ];
        let mut problems: Vec<ConfigError> = limits
            .into_iter()
            .filter_map(|(name, is_zero)| is_zero.then_some(ConfigError::Limit(name)))
            .collect();
        let mut problem = |text: String| problems.push(ConfigError::Http(text));
        if self.max_buffered_bytes < self.max_body_bytes {
            problem(format!(
                "`max_buffered_bytes` ({}) is less than one body may have ({})",
                self.max_buffered_bytes, self.max_body_bytes
            ));
        }
        for host in self.hosts.iter().filter(|host| !is_host(host)) {
            problem(format!("{host:?} is no host; write it as `mcp.example.com`"));
        }
        for origin in self.origins.iter().filter(|origin| !is_origin(origin)) {
            problem(format!("{origin:?} is no origin; write it as `https://app.example.com`"));
        }
        problems
    }
}

fn is_host(name: &str) -> bool {
    !name.is_empty()
        && name.parse::<http::uri::Authority>().is_ok_and(|parsed| parsed.host() == name)
}

/// A scheme and an authority, and nothing behind them.
fn is_origin(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, authority)| {
        let scheme_holds = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        scheme_holds && without_port(authority).is_some_and(is_host)
    })
}
