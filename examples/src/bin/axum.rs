//! A server of tools as a part of an axum application, behind a layer of one's own that knows who calls.
//!
//! ```sh
//! cargo run --bin axum -- --http 127.0.0.1:3000
//! curl http://127.0.0.1:3000/health
//! ```
//!
//! Its tool asks, and what it has asked one user no other user can answer.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use mcp_runtime::Principal;
use mcp_runtime::prelude::*;
use tokio::net::TcpListener;

/// Sends money to somebody, once the user has agreed.
#[mcp_tool(destructive)]
async fn send_money(
    /// Who is to get it
    to: String,
    /// How much, in whole euros
    euros: u32,
    cx: &Context,
) -> Result<String, &'static str> {
    // A user only ever gets here through the layer; without it nobody would be known.
    let who = cx.principal().and_then(|principal| principal.subject.as_deref());
    let who = who.ok_or("nobody is signed in")?;

    #[elicit(key = "sure", message = "{who}, send {euros} € to {to}?")]
    let _: Confirmed;

    Ok(format!("{who} sent {euros} € to {to}"))
}

/// Who may come, and with which token. A real server asks whoever issued the token.
struct Tokens(Vec<(&'static str, Principal)>);

impl Tokens {
    fn of_the_house() -> Self {
        let person = |name| Principal::new().issuer("https://login.example").subject(name);
        Self(vec![("token-of-ada", person("ada")), ("token-of-bob", person("bob"))])
    }

    fn holder(&self, token: &str) -> Option<&Principal> {
        self.0.iter().find(|(known, _)| *known == token).map(|(_, principal)| principal)
    }
}

/// Lets through whoever has a token, and says who that is.
async fn signed_in(
    State(tokens): State<Arc<Tokens>>,
    mut request: Request,
    next: Next,
) -> Response {
    // A browser that asks whether its page may come at all has no token yet; the service answers that by itself.
    if request.method() == Method::OPTIONS {
        return next.run(request).await;
    }
    let Some(token) = bearer(request.headers()) else {
        return unauthorized(r#"Bearer realm="mcp""#);
    };
    let Some(principal) = tokens.holder(token).cloned() else {
        return unauthorized(r#"Bearer realm="mcp", error="invalid_token""#);
    };
    request.extensions_mut().insert(principal);
    // Nothing behind this has any use for the token.
    request.headers_mut().remove(AUTHORIZATION);
    next.run(request).await
}

/// The one token of a request: two are none.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn unauthorized(challenge: &'static str) -> Response {
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, challenge)]).into_response()
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => "127.0.0.1:3000".to_owned(),
        (Some("--http"), Some(address)) => address,
        _ => return Err(std::io::Error::other("the command line may hold `--http ADDR`").into()),
    };
    let service = Server::new("bank", env!("CARGO_PKG_VERSION")).tool(send_money).into_service()?;

    let tools = Router::new()
        .route_service("/mcp", service)
        .layer(middleware::from_fn_with_state(Arc::new(Tokens::of_the_house()), signed_in));
    let app = Router::new().route("/health", get(|| async { "fine" })).merge(tools);

    // An answer is one small packet: it should not wait for another one to travel with.
    let listener = TcpListener::bind(address).await?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await?;
    Ok(())
}
