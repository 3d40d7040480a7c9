//! The fixtures of the official conformance suite, for what a server of tools can show on revision 2026-07-28.
//!
//! `.ci/conformance` runs the suite against it. Names and texts are the suite's; how each is written is how a user of
//! the framework would write it.

mod asks;
mod content;
mod messages;
mod rounds;
mod schemas;

use mcp_runtime::prelude::*;

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let server = Server::new("everything", env!("CARGO_PKG_VERSION"))
        .title("Everything")
        .instructions("Fixtures for tests: no tool does anything of use.")
        // The suite calls the first tool of the list without arguments, and the schema of the last one wants some.
        .all_registered()
        .tool(schemas::every_keyword());
    mcp_examples::serve(server).await
}
