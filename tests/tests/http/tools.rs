//! The tools that the tests call.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::ServerBuilder;
use mcp_runtime::prelude::*;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::Semaphore;

/// Counts what handlers did, for a test that waits for it.
#[derive(Clone, Debug)]
pub(crate) struct Watch(Arc<Counters>);

#[derive(Debug)]
pub(crate) struct Counters {
    pub(crate) began: Semaphore,
    pub(crate) ended: Semaphore,
    pub(crate) dropped: Semaphore,
    pub(crate) go_on: Semaphore,
    pub(crate) runs: AtomicUsize,
}

impl Default for Watch {
    fn default() -> Self {
        let none = || Semaphore::new(0);
        Self(Arc::new(Counters {
            began: none(),
            ended: none(),
            dropped: none(),
            go_on: none(),
            runs: AtomicUsize::new(0),
        }))
    }
}

impl std::ops::Deref for Watch {
    type Target = Counters;

    fn deref(&self) -> &Counters {
        &self.0
    }
}

impl Watch {
    /// How many handlers ran.
    pub(crate) fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }
}

/// Counts a handler that is dropped before its end.
struct Dropped<'w>(&'w Watch);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.dropped.add_permits(1);
    }
}

/// Says what it was told.
#[mcp_tool]
async fn echo(text: String, watch: &Watch) -> String {
    watch.runs.fetch_add(1, Ordering::SeqCst);
    text
}

/// Has arguments that headers repeat.
#[mcp_tool]
async fn routed(
    #[arg(header = "Region")] region: String,
    #[arg(header = "Count")] count: Option<i64>,
    #[arg(header = "Urgent")] urgent: Option<bool>,
    watch: &Watch,
) -> String {
    watch.runs.fetch_add(1, Ordering::SeqCst);
    format!("{region} {count:?} {urgent:?}")
}

/// Has one deep inside.
fn nested() -> Tool {
    Tool::new("nested")
        .input_schema(json!({
            "type": "object",
            "properties": { "to": { "type": "object", "properties": {
                "zone": { "type": "string", "x-mcp-header": "Zone" }
            } } }
        }))
        .handler(|_, _| Box::pin(async { "delivered" }))
}

#[derive(Elicit)]
struct Name {
    name: String,
}

/// Asks for a name.
#[mcp_tool]
async fn greet(greeting: String) -> String {
    #[elicit(key = "who", message = "What is your name?")]
    let who: Name;

    format!("{greeting}, {}!", who.name)
}

/// Says who calls.
#[mcp_tool]
async fn whoami(cx: &Context) -> String {
    match cx.principal() {
        Some(principal) => format!("{:?}", principal.subject),
        None => "nobody".to_owned(),
    }
}

/// Waits until it may go on.
#[mcp_tool]
async fn wait(watch: &Watch) -> &'static str {
    let guard = Dropped(watch);
    watch.began.add_permits(1);
    watch.go_on.acquire().await.unwrap().forget();
    watch.ended.add_permits(1);
    std::mem::forget(guard);
    "done"
}

/// Says something, and waits until it may go on.
#[mcp_tool]
async fn wait_loudly(cx: &Context, watch: &Watch) -> &'static str {
    let guard = Dropped(watch);
    cx.progress(1.0, None, "on my way");
    watch.began.add_permits(1);
    watch.go_on.acquire().await.unwrap().forget();
    watch.ended.add_permits(1);
    std::mem::forget(guard);
    "done"
}

/// Reports steps, some of which are none, and logs.
#[mcp_tool]
async fn steps(cx: &Context) -> &'static str {
    for done in [1.0, 2.0, 2.0, 1.5, f64::NAN, f64::INFINITY, 2.5] {
        cx.progress(done, 3.0, "line one\nline two\r\n\r\ndata: no event\u{2028}");
        tokio::task::yield_now().await;
    }
    cx.log(Level::Debug, "small");
    cx.log(Level::Warning, json!({ "event": "a\n\nb", "n": 1 }));
    "done"
}

/// Logs a lot, and never waits for whoever reads it.
#[mcp_tool]
async fn chatter(cx: &Context, lines: usize, watch: &Watch) -> &'static str {
    let guard = Dropped(watch);
    let line = "x".repeat(16 * 1024);
    for _ in 0..lines {
        cx.log(Level::Info, line.as_str());
        tokio::task::yield_now().await;
    }
    watch.ended.add_permits(1);
    std::mem::forget(guard);
    "said all"
}

/// Has a result whose JSON was written on several lines.
#[mcp_tool]
async fn lines(cx: &Context) -> Result<ToolResult, ProtocolError> {
    cx.log(Level::Info, "first");
    let written = RawValue::from_string("{\n  \"a\": \"b\",\r\n\r\n  \"c\": 1\n}".to_owned());
    ToolResult::structured(&written.unwrap())
}

/// Fails after it has said something.
#[mcp_tool]
async fn fails(cx: &Context) -> Result<String, ProtocolError> {
    cx.log(Level::Error, "this will not end well");
    Err(ProtocolError::internal("as it had to"))
}

/// All of them.
pub(crate) fn server(watch: Watch) -> ServerBuilder {
    Server::new("test", "1.0.0")
        .state(watch)
        .tool(echo)
        .tool(routed)
        .tool(nested())
        .tool(greet)
        .tool(whoami)
        .tool(wait)
        .tool(wait_loudly)
        .tool(steps)
        .tool(chatter)
        .tool(lines)
        .tool(fails)
}
