//! What a server asks of a client in a round, understood.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use crate::envelope::object;
use crate::form::{Form, FormError, FormProblems};
use crate::protocol::capabilities::{Capability, ClientCapabilities};
use crate::protocol::implementation::Implementation;
use crate::shown::{shown, shown_owned};

/// One ask of a round.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a round has few, and most are forms")]
pub(crate) enum Ask {
    Elicit(ElicitAsk),
    Sample(SampleAsk),
    Roots { key: String },
}

/// What an ask is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskParts<'a> {
    pub(crate) key: &'a str,
    pub(crate) request: &'a RawValue,
    pub(crate) server: Option<&'a Implementation>,
}

/// A server wants something of the user: a form filled in, or a page opened.
#[derive(Debug)]
pub struct ElicitAsk {
    key: String,
    message: String,
    wanted: Wanted,
    tool: String,
    server: Option<Implementation>,
}

#[derive(Debug)]
enum Wanted {
    /// `None`: a form without fields, which is answered with yes or no alone.
    Form(Option<Form>),
    Url(String),
}

/// A server wants the client's model to write something.
#[derive(Debug)]
pub struct SampleAsk {
    key: String,
    tool: String,
    params: Map<String, Value>,
}

/// What the user did with an ask.
#[derive(Debug)]
pub struct ElicitReply(Said);

#[derive(Debug)]
enum Said {
    Accept(Result<Box<RawValue>, serde_json::Error>),
    Decline,
    Cancel,
}

#[derive(Deserialize)]
struct Request<'a> {
    method: String,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ElicitParams<'a> {
    #[serde(default)]
    mode: Option<String>,
    message: String,
    #[serde(borrow, default)]
    requested_schema: Option<&'a RawValue>,
    #[serde(default)]
    url: Option<String>,
}

impl Ask {
    /// Reads one ask, if it is one that the client declared.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn read(parts: AskParts<'_>, declared: ClientCapabilities) -> Result<Self, String> {
        let request: Request<'_> = object::read(parts.request.get())
            .map_err(|_| "it must be an object with a `method`".to_owned())?;
        let params = request.params.map_or("{}", RawValue::get);
        match request.method.as_str() {
            "elicitation/create" => elicit(parts, params, declared).map(Self::Elicit),
            "sampling/createMessage" => sample(parts, params, declared).map(Self::Sample),
            "roots/list" => {
                need(declared, Capability::Roots)?;
                Ok(Self::Roots { key: parts.key.to_owned() })
            }
            other => Err(format!("`{}` is nothing that a client can be asked", short(other))),
        }
    }

    /// The key, which the answer goes by.
    pub(crate) fn key(&self) -> &str {
        match self {
            Self::Elicit(ask) => &ask.key,
            Self::Sample(ask) => &ask.key,
            Self::Roots { key } => key,
        }
    }

    /// Says for whom it is asked.
    pub(crate) fn of_tool(&mut self, name: &str) {
        match self {
            Self::Elicit(ask) => name.clone_into(&mut ask.tool),
            Self::Sample(ask) => name.clone_into(&mut ask.tool),
            Self::Roots { .. } => {}
        }
    }
}

fn elicit(
    parts: AskParts<'_>,
    params: &str,
    declared: ClientCapabilities,
) -> Result<ElicitAsk, String> {
    let params: ElicitParams<'_> =
        object::read(params).map_err(|_| "it must have a `message`".to_owned())?;
    let wanted = match params.mode.as_deref() {
        None | Some("form") => {
            need(declared, Capability::ElicitationForm)?;
            let schema = params.requested_schema.ok_or("it must have a `requestedSchema`")?;
            match Form::from_schema(schema) {
                Ok(form) => Wanted::Form(Some(form)),
                Err(FormError::Empty) => Wanted::Form(None),
                Err(error) => return Err(error.to_string()),
            }
        }
        Some("url") => {
            need(declared, Capability::ElicitationUrl)?;
            let url = params.url.ok_or("it must have a `url`")?;
            if shown(&url) != url || url.contains(char::is_whitespace) {
                return Err("its `url` holds characters that no url has".to_owned());
            }
            Wanted::Url(url)
        }
        Some(other) => return Err(format!("its mode is `{}`", short(other))),
    };
    Ok(ElicitAsk {
        key: parts.key.to_owned(),
        message: shown_owned(params.message),
        wanted,
        tool: String::new(),
        server: parts.server.cloned(),
    })
}

fn sample(
    parts: AskParts<'_>,
    params: &str,
    declared: ClientCapabilities,
) -> Result<SampleAsk, String> {
    need(declared, Capability::Sampling)?;
    let params: Map<String, Value> =
        serde_json::from_str(params).map_err(|_| "its `params` must be an object".to_owned())?;
    if params.contains_key("tools") || params.contains_key("toolChoice") {
        need(declared, Capability::SamplingTools)?;
    }
    if matches!(params.get("includeContext"), Some(context) if *context != json!("none")) {
        need(declared, Capability::SamplingContext)?;
    }
    if !params.get("messages").is_some_and(Value::is_array) {
        return Err("it must have `messages`".to_owned());
    }
    Ok(SampleAsk { key: parts.key.to_owned(), tool: String::new(), params })
}

fn need(declared: ClientCapabilities, capability: Capability) -> Result<(), String> {
    if declared.supports(capability) {
        return Ok(());
    }
    let (outer, inner) = capability.path();
    let inner = inner.map(|inner| format!(".{inner}")).unwrap_or_default();
    Err(format!("it needs `{outer}{inner}`, which this client did not declare"))
}

fn short(text: &str) -> String {
    shown(text).chars().take(40).collect()
}

impl ElicitAsk {
    /// The key that the server gave the ask; unique in its round.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What the user is asked, without characters that could hide or overwrite other text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The form to fill in. `None` for a page, and for a form without fields, which takes a yes or a no.
    #[must_use]
    pub fn form(&self) -> Option<&Form> {
        match &self.wanted {
            Wanted::Form(form) => form.as_ref(),
            Wanted::Url(_) => None,
        }
    }

    /// The page to open. Show all of it, and ask before it is opened: accepting says that the user agreed.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        match &self.wanted {
            Wanted::Form(_) => None,
            Wanted::Url(url) => Some(url),
        }
    }

    /// The tool that was called.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Who asks, as the server says itself.
    #[must_use]
    pub fn server(&self) -> Option<&Implementation> {
        self.server.as_ref()
    }

    /// The defaults of the form, by the names of its fields; nothing fills them in unasked.
    #[must_use]
    pub fn defaults(&self) -> Map<String, Value> {
        let fields = self.form().map(Form::fields).unwrap_or_default();
        let defaults = fields.iter().filter_map(|field| {
            let value = serde_json::to_value(field.default_value()?).ok()?;
            Some((field.name().to_owned(), value))
        });
        defaults.collect()
    }

    /// Whether `content` is an answer to the form.
    ///
    /// # Errors
    ///
    /// [`FormProblems`] names every field that is missing or does not obey its rules.
    pub fn check(&self, content: &Value) -> Result<(), FormProblems> {
        let Some(form) = self.form() else { return Ok(()) };
        // A JSON value can always be written; if not, it is no answer.
        let content = to_raw_value(content).ok();
        form.check(content.as_deref()).map(drop)
    }

    /// The user filled in the form, or agreed to open the page; content is sent for a form alone.
    ///
    /// It is sent as it is: [`check`](Self::check) says beforehand what the server will make of it.
    #[must_use]
    pub fn accept(&self, content: impl Serialize) -> ElicitReply {
        ElicitReply(Said::Accept(match self.wanted {
            Wanted::Form(_) => to_raw_value(&content),
            Wanted::Url(_) => to_raw_value(&Value::Null),
        }))
    }

    /// The user said no.
    #[must_use]
    pub fn decline(&self) -> ElicitReply {
        ElicitReply(Said::Decline)
    }

    /// The user closed the question without choosing.
    #[must_use]
    pub fn cancel(&self) -> ElicitReply {
        ElicitReply(Said::Cancel)
    }
}

impl ElicitReply {
    /// The `ElicitResult`.
    pub(super) fn write(self) -> Result<Box<RawValue>, serde_json::Error> {
        #[derive(Serialize)]
        struct Accept<'a> {
            action: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            content: Option<&'a RawValue>,
        }
        match self.0 {
            Said::Accept(content) => {
                let content = content?;
                let content = Some(&*content).filter(|content| content.get() != "null");
                to_raw_value(&Accept { action: "accept", content })
            }
            Said::Decline => to_raw_value(&json!({ "action": "decline" })),
            Said::Cancel => to_raw_value(&json!({ "action": "cancel" })),
        }
    }
}

impl SampleAsk {
    /// The key that the server gave the ask; unique in its round.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The tool that was called.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Everything that was asked, as it came (`CreateMessageRequestParams`).
    #[must_use]
    pub fn params(&self) -> &Map<String, Value> {
        &self.params
    }

    /// The text of all messages, one after the other.
    #[must_use]
    pub fn prompt(&self) -> String {
        let messages = self.params.get("messages").and_then(Value::as_array);
        let pieces = messages.into_iter().flatten().flat_map(|message| match &message["content"] {
            Value::Array(pieces) => pieces.as_slice(),
            one => std::slice::from_ref(one),
        });
        let texts: Vec<&str> = pieces.filter_map(|piece| piece["text"].as_str()).collect();
        texts.join("\n")
    }

    /// How many tokens the model may write.
    #[must_use]
    pub fn max_tokens(&self) -> Option<u64> {
        self.params.get("maxTokens").and_then(Value::as_u64)
    }

    /// The system prompt that the server would like.
    #[must_use]
    pub fn system(&self) -> Option<&str> {
        self.params.get("systemPrompt").and_then(Value::as_str)
    }
}
