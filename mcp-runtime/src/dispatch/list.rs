//! `server/discover` and `tools/list`: written once, when the server is built, and kept as text.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::registry::Registry;
use crate::era::modern::SERVED;
use crate::error::Refusal;
use crate::handler::tool::Tool;
use crate::protocol::tools::{Icon, ToolAnnotations};
use crate::server::options::{Caching, Options};

/// The members of results that do not depend on the request, ready to be sent.
#[derive(Debug)]
pub(crate) struct Lists {
    discover: String,
    pages: Vec<Page>,
}

#[derive(Debug)]
struct Page {
    /// What a client sends to get it; nothing for the first.
    cursor: Option<String>,
    members: String,
}

/// `Tool`, as it is listed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Icon]>::is_empty")]
    icons: &'a [Icon],
    input_schema: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "ToolAnnotations::is_empty")]
    annotations: ToolAnnotations,
}

impl Lists {
    /// Writes everything down.
    ///
    /// # Errors
    ///
    /// If something cannot be written as JSON.
    pub(crate) fn write(tools: &Registry, options: &Options) -> Result<Self, serde_json::Error> {
        let tools: Vec<String> = tools.iter().map(listed).collect::<Result<_, _>>()?;
        let size = options.page_size.max(1);
        let count = tools.len().div_ceil(size).max(1);
        let pages = (0..count).map(|number| {
            let page = tools.iter().skip(number * size).take(size);
            let page: Vec<&str> = page.map(String::as_str).collect();
            let next = if number + 1 < count {
                format!("\"nextCursor\":{},", json!(cursor(number + 1)))
            } else {
                String::new()
            };
            let members =
                format!("\"tools\":[{}],{next}{}", page.join(","), hints(options.caching));
            Page { cursor: (number > 0).then(|| cursor(number)), members }
        });
        Ok(Self { pages: pages.collect(), discover: discover(options, !tools.is_empty()) })
    }

    pub(crate) fn discover(&self) -> &str {
        &self.discover
    }

    /// One page of the tools.
    ///
    /// # Errors
    ///
    /// `-32602` for a cursor that this server did not give.
    pub(crate) fn tools(&self, cursor: Option<&str>) -> Result<&str, Refusal> {
        let page = self.pages.iter().find(|page| page.cursor.as_deref() == cursor);
        page.map(|page| page.members.as_str()).ok_or_else(bad_cursor)
    }
}

pub(crate) fn bad_cursor() -> Refusal {
    Refusal::BadParams(
        "`params.cursor` is not one that this server gave: start again without it".to_owned(),
    )
}

/// Opaque to clients, which must not count on what is in it.
fn cursor(page: usize) -> String {
    URL_SAFE_NO_PAD.encode(format!("tools:{page}"))
}

fn hints(caching: Caching) -> String {
    let Caching { ttl, scope } = caching;
    let ttl = u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX);
    format!("\"ttlMs\":{ttl},\"cacheScope\":{}", json!(scope))
}

fn listed(tool: &Tool) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Listed {
        name: tool.name(),
        title: tool.title.as_deref(),
        description: tool.description.as_deref(),
        icons: &tool.icons,
        input_schema: RawValue::from_string(tool.input_text())?,
        output_schema: tool.output(),
        annotations: tool.annotations,
    })
}

fn discover(options: &Options, has_tools: bool) -> String {
    let versions = json!(SERVED.map(crate::Revision::as_str));
    let capabilities =
        if has_tools { json!({ "logging": {}, "tools": {} }) } else { json!({ "logging": {} }) };
    let instructions = match &options.instructions {
        Some(text) => format!("\"instructions\":{},", json!(text)),
        None => String::new(),
    };
    format!(
        "\"supportedVersions\":{versions},\"capabilities\":{capabilities},{instructions}{}",
        hints(options.caching)
    )
}
