//! Asking the client's model (`sampling/createMessage`).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::content::{Content, Media, Role, Text};
use crate::capability::Requirement;
use crate::protocol::capabilities::Capability;
use crate::shown::shown_owned;

/// What a handler wants of the client's model (`CreateMessageRequestParams`).
///
/// Deprecated by the specification since 2026-07-28, and still served by many clients.
///
/// ```
/// use mcp_runtime::Sample;
///
/// let ask = Sample::new("Write a haiku about rain.").max_tokens(60).system("You are a poet.");
/// # let _ = ask;
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use = "it asks nothing until it is given to `cx.sample`"]
pub struct Sample {
    messages: Vec<SampleMessage>,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stop_sequences: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    include_context: Option<IncludeContext>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_preferences: Option<ModelPreferences>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<SampleTool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<ToolChoice>,
}

/// How many tokens the model may write when nothing else is said.
const DEFAULT_MAX_TOKENS: u32 = 1024;

impl Sample {
    /// A prompt of one message from the user, answered with at most 1,024 tokens.
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            messages: vec![SampleMessage::user(prompt)],
            max_tokens: DEFAULT_MAX_TOKENS,
            system_prompt: None,
            temperature: None,
            stop_sequences: Vec::new(),
            include_context: None,
            model_preferences: None,
            tools: Vec::new(),
            tool_choice: None,
        }
    }

    /// How many tokens the model may write at most.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.max_tokens = tokens;
        self
    }

    /// One more message of the conversation.
    pub fn message(mut self, message: SampleMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// The system prompt; the client may change it.
    pub fn system(mut self, prompt: impl Into<String>) -> Self {
        self.system_prompt = Some(prompt.into());
        self
    }

    /// How freely the model writes; its range is the model's.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// One more text at which the model stops.
    pub fn stop(mut self, sequence: impl Into<String>) -> Self {
        self.stop_sequences.push(sequence.into());
        self
    }

    /// Context of servers for the model; more than `None` needs [`Capability::SamplingContext`].
    pub fn include_context(mut self, context: IncludeContext) -> Self {
        self.include_context = Some(context);
        self
    }

    /// Which model would be good.
    pub fn prefer(mut self, preferences: ModelPreferences) -> Self {
        self.model_preferences = Some(preferences);
        self
    }

    /// One more tool that the model may use; needs [`Capability::SamplingTools`].
    pub fn tool(mut self, tool: SampleTool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Whether the model may, must or must not use tools; needs [`Capability::SamplingTools`].
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.tool_choice = Some(choice);
        self
    }

    /// What is said first, if it is text.
    pub(crate) fn first_text(&self) -> &str {
        match self.messages.first().map(|message| &message.content) {
            Some(SampleContent::Text(text)) => &text.text,
            _ => "",
        }
    }

    /// Without what would hide text from the person who lets it pass.
    pub(crate) fn shown(mut self) -> Self {
        self.system_prompt = self.system_prompt.map(shown_owned);
        for message in &mut self.messages {
            if let SampleContent::Text(text) = &mut message.content {
                text.text = shown_owned(std::mem::take(&mut text.text));
            }
        }
        self
    }

    /// What the client has to declare for this.
    pub(crate) fn requirement(&self) -> Requirement {
        let mut needed = Requirement::of(Capability::Sampling);
        if !self.tools.is_empty() || self.tool_choice.is_some() {
            needed = needed.and(Capability::SamplingTools);
        }
        if matches!(self.include_context, Some(context) if context != IncludeContext::None) {
            needed = needed.and(Capability::SamplingContext);
        }
        needed
    }
}

impl<S: Into<String>> From<S> for Sample {
    fn from(prompt: S) -> Self {
        Self::new(prompt)
    }
}

/// One message of the conversation that the model is to go on with.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SampleMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: SampleContent,
}

impl SampleMessage {
    /// Something that the user says.
    pub fn user(text: impl Into<String>) -> Self {
        Self { role: Role::User, content: SampleContent::text(text) }
    }

    /// Something that the model says.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: SampleContent::text(text) }
    }

    /// Any content.
    #[must_use]
    pub fn new(role: Role, content: SampleContent) -> Self {
        Self { role, content }
    }
}

/// One piece of what is said in a conversation with a model.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum SampleContent {
    /// Text.
    Text(Text),
    /// A picture.
    Image(Media),
    /// A sound.
    Audio(Media),
    /// The model wants a tool used.
    ToolUse(ToolUse),
    /// What using the tool came to.
    ToolResult(ToolUseResult),
}

impl SampleContent {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(Text { text: text.into(), annotations: None })
    }
}

/// The model wants a tool used.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ToolUse {
    /// Names this use, for its result.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments.
    #[serde(default)]
    pub input: Map<String, Value>,
}

/// What using a tool came to.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolUseResult {
    /// The use that this is the result of.
    pub tool_use_id: String,
    /// What came out.
    pub content: Vec<Content>,
    /// Whether it failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

impl ToolUseResult {
    /// The result of the use with this id.
    pub fn new(tool_use_id: impl Into<String>, content: Vec<Content>) -> Self {
        Self { tool_use_id: tool_use_id.into(), content, is_error: false }
    }
}

/// A tool that the model may use while it samples.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SampleTool {
    /// Its name.
    pub name: String,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of its arguments; an object.
    pub input_schema: Map<String, Value>,
}

impl SampleTool {
    /// A tool with the schema of its arguments.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: Map<String, Value>,
    ) -> Self {
        Self { name: name.into(), description: Some(description.into()), input_schema }
    }
}

/// Whether the model may use tools.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// It must use one.
    Required,
    /// It must not.
    None,
}

/// Whose context the model gets.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum IncludeContext {
    /// Nobody's.
    None,
    /// That of this server.
    ThisServer,
    /// That of all servers of the client.
    AllServers,
}

/// Which model would be good; the client decides.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ModelPreferences {
    /// Parts of names, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<ModelHint>,
    /// How much the price matters, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_priority: Option<f64>,
    /// How much speed matters, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_priority: Option<f64>,
    /// How much intelligence matters, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intelligence_priority: Option<f64>,
}

impl ModelPreferences {
    /// No preference yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more model that would be good, by a part of its name.
    #[must_use]
    pub fn hint(mut self, name: impl Into<String>) -> Self {
        self.hints.push(ModelHint { name: Some(name.into()) });
        self
    }
}

/// A model, by a part of its name.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ModelHint {
    /// The part of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What the model wrote (`CreateMessageResult`).
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Completion {
    /// Who says it; the model, as a rule.
    pub role: Role,
    /// What it wrote. One piece on the wire up to 2025-06-18, one or several later; always a list here.
    #[serde(deserialize_with = "one_or_many")]
    pub content: Vec<SampleContent>,
    /// The model's name.
    pub model: String,
    /// Why it stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the provider's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
}

impl Completion {
    /// A text that `model` wrote.
    pub fn text_of(model: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            role: Role::Assistant,
            content: vec![SampleContent::text(text)],
            model: model.into(),
            stop_reason: Some("endTurn".to_owned()),
        }
    }

    /// All the text in it, in order, with nothing between the pieces.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.content.iter().map(|piece| match piece {
            SampleContent::Text(text) => text.text.as_str(),
            _ => "",
        });
        texts.collect()
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<SampleContent>, D::Error> {
    let value = Value::deserialize(source)?;
    let list = match value {
        Value::Array(list) => list,
        one => vec![one],
    };
    list.into_iter()
        .map(|piece| SampleContent::deserialize(piece).map_err(serde::de::Error::custom))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_lets_it_pass_sees_all_of_it() {
        let sample = Sample::new("Pay \u{202e}001\u{202c}\u{1b}[2K now")
            .message(SampleMessage::assistant("a\u{0}b"))
            .system("kind\u{2066}ly");
        let shown = serde_json::to_value(sample.shown()).unwrap();
        assert_eq!(shown["messages"][0]["content"]["text"], "Pay 001[2K now");
        assert_eq!(shown["messages"][1]["content"]["text"], "ab");
        assert_eq!(shown["systemPrompt"], "kindly");
    }
}
