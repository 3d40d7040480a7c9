//! What the examples share: each serves its parent process, or HTTP with `--http ADDR`.

use mcp_runtime::server::ServerBuilder;

/// Serves over standard input and output, or over HTTP with `--http ADDR` on the command line.
///
/// With `MCP_REQUEST_STATE_KEY` in the environment, states are sealed with its keys. Warnings go to standard error, as
/// standard output is the protocol.
///
/// # Errors
///
/// Whatever keeps the server from being built or served, and a command line that is not understood.
pub async fn serve(server: ServerBuilder) -> mcp_runtime::Result<()> {
    serve_with(server, std::env::args().skip(1)).await
}

/// The same, for an example that has flags of its own: `arguments` are what is left of the command line.
///
/// # Errors
///
/// As [`serve`].
pub async fn serve_with(
    mut server: ServerBuilder,
    arguments: impl IntoIterator<Item = String>,
) -> mcp_runtime::Result<()> {
    const KEY: &str = "MCP_REQUEST_STATE_KEY";
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
    if std::env::var_os(KEY).is_some() {
        server = server.request_state(mcp_runtime::RequestState::from_env(KEY)?);
    }
    let mut arguments = arguments.into_iter();
    match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, None, None) => server.serve_stdio().await,
        (Some("--http"), Some(address), None) => server.serve_http(address).await,
        _ => {
            Err(std::io::Error::other("the command line may hold `--http ADDR`, or nothing").into())
        }
    }
}

/// Prints a text to standard output, for an example that is not to serve.
///
/// # Errors
///
/// If nobody reads it.
pub fn show(text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    std::io::stdout().write_all(text.as_bytes())
}
