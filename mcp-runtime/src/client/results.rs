//! What servers answer with. Members that this version does not know are kept.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::protocol::content::Content;
use crate::protocol::implementation::Implementation;
use crate::protocol::tools::{Icon, ToolAnnotations};

/// What a call of a tool came to.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult(Map<String, Value>);

impl CallResult {
    /// Reads a complete result.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn read(result: &RawValue) -> Result<Self, String> {
        let members: Map<String, Value> = serde_json::from_str(result.get())
            .map_err(|_| "the result must be an object".to_owned())?;
        let content = members.get("content").is_none_or(Value::is_array);
        let is_error = members.get("isError").is_none_or(Value::is_boolean);
        match (content, is_error) {
            (false, _) => Err("its `content` must be a list".to_owned()),
            (_, false) => Err("its `isError` must be true or false".to_owned()),
            (true, true) => Ok(Self(members)),
        }
    }

    /// Whether the tool failed; [`text`](Self::text) says why, in words for the model.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.0.get("isError") == Some(&Value::Bool(true))
    }

    /// The pieces of content of the kinds that this version knows, in their order.
    pub fn content(&self) -> impl Iterator<Item = Content> {
        self.pieces().filter_map(|piece| Content::deserialize(piece).ok())
    }

    /// All the text in the content, a line end between two pieces.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.pieces().filter(|piece| piece["type"] == "text");
        let texts: Vec<&str> = texts.filter_map(|piece| piece["text"].as_str()).collect();
        texts.join("\n")
    }

    /// The structured content, if there is any; it may be any JSON.
    #[must_use]
    pub fn structured(&self) -> Option<&Value> {
        self.0.get("structuredContent")
    }

    /// Who made the result, as the server says itself.
    #[must_use]
    pub fn server(&self) -> Option<Implementation> {
        server_info(&self.0)
    }

    /// The whole result, as it came.
    #[must_use]
    pub fn json(&self) -> &Map<String, Value> {
        &self.0
    }

    fn pieces(&self) -> impl Iterator<Item = &Value> {
        self.0.get("content").and_then(Value::as_array).into_iter().flatten()
    }
}

/// What a server says of itself (`server/discover`).
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Discovered {
    /// The revisions that it speaks.
    pub supported_versions: Vec<String>,
    /// What it can do.
    #[serde(default)]
    pub capabilities: Map<String, Value>,
    /// What a model should know about using it.
    #[serde(default)]
    pub instructions: Option<String>,
    /// Every other member.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Discovered {
    /// Who it is, as it says itself.
    #[must_use]
    pub fn server(&self) -> Option<Implementation> {
        server_info(&self.other)
    }
}

/// A tool, as a server lists it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListedTool {
    /// Its name, for programs.
    pub name: String,
    /// Its name, for people.
    #[serde(default)]
    pub title: Option<String>,
    /// What it does.
    #[serde(default)]
    pub description: Option<String>,
    /// The JSON Schema of its arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of its structured content.
    #[serde(default)]
    pub output_schema: Option<Value>,
    /// What it says it does; not to be trusted blindly.
    #[serde(default)]
    pub annotations: Option<ToolAnnotations>,
    /// Pictures that stand for it.
    #[serde(default)]
    pub icons: Vec<Icon>,
    /// Every other member.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// One page of the tools.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolPage {
    pub(super) tools: Vec<ListedTool>,
    /// An empty one is a cursor, not the end.
    #[serde(default)]
    pub(super) next_cursor: Option<String>,
}

fn server_info(members: &Map<String, Value>) -> Option<Implementation> {
    let info = members.get("_meta")?.get("io.modelcontextprotocol/serverInfo")?;
    Implementation::deserialize(info).ok()
}
