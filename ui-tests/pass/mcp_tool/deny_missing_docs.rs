//! Nothing in an expansion breaks a strict crate's rules.
#![deny(missing_docs, unused, clippy::pedantic, clippy::all, rust_2018_idioms, unreachable_pub)]
#![deny(unused_qualifications, single_use_lifetimes, unused_lifetimes)]
#![forbid(unsafe_code)]

use mcp_runtime::prelude::*;

/// State.
#[derive(Debug)]
pub struct Files;

/// Deletes a folder.
#[mcp_tool(destructive)]
pub async fn delete_folder(
    path: String,
    #[arg(default = 3)] tries: u8,
    files: &Files,
    cx: &Context,
    #[elicit(message = "Delete {path} ({tries})?")] sure: Answer<Confirmed>,
) -> String {
    let _ = (cx, files);
    #[elicit(key = "page", url = "https://example.com/{path}", message = "Look")]
    let (): ();
    if let Answer::Accept(_) = sure { path } else { String::new() }
}

/// Has no parameters, and nothing to wait for.
#[mcp_tool]
pub async fn ping() -> &'static str {
    "pong"
}

#[mcp_tool]
async fn private() {}

fn main() {
    let _: Tool = delete_folder();
}
