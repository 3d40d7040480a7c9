//! A tool: what a client reads of it, what it borrows from the server, and how it runs.

use std::borrow::Cow;
use std::fmt;
use std::pin::Pin;

use serde_json::{Map, Value, json};

use super::arguments::{Argument, Arguments};
use super::context::Context;
use super::output::{HandlerOutput, IntoToolResult, Returns};
use super::point::Point;
use super::state::Need;
use crate::protocol::tools::{Icon, ToolAnnotations};

/// A handler under way.
pub type Running<'call> = Pin<Box<dyn Future<Output = HandlerOutput> + Send + 'call>>;

type Run =
    dyn for<'call> Fn(&'call Context, &'call Arguments<'call>) -> Running<'call> + Send + Sync;

/// A tool that a server offers.
///
/// `#[mcp_tool]` makes a function that returns one. A tool that is only known at run time is built by hand, and may
/// do all that the macro's may:
///
/// ```
/// use mcp_runtime::prelude::*;
/// use serde_json::json;
///
/// let tool = Tool::new("shout")
///     .description("Says it loudly, once somebody is sure.")
///     .input_schema(json!({
///         "type": "object",
///         "properties": { "text": { "type": "string" } },
///         "required": ["text"]
///     }))
///     .handler(|cx, arguments| {
///         Box::pin(async move {
///             let text = arguments["text"].as_str().unwrap_or_default().to_uppercase();
///             match cx.elicit::<Confirmed>(format!("Say {text}?")).key("sure").await {
///                 Answer::Accept(_) => text,
///                 Answer::Decline | Answer::Cancel => "…".to_owned(),
///             }
///         })
///     });
/// # let _ = tool;
/// ```
#[must_use = "a tool does nothing until a server has it"]
pub struct Tool {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) annotations: ToolAnnotations,
    pub(crate) icons: Vec<Icon>,
    pub(crate) group: Option<Cow<'static, str>>,
    pub(crate) version: u32,
    pub(crate) accept_unasked: bool,
    pub(crate) single_use: bool,
    pub(crate) input: InputSchema,
    pub(crate) output: Option<fn() -> Option<Value>>,
    pub(crate) output_value: Option<Value>,
    pub(crate) needs: Vec<Need>,
    pub(crate) points: Vec<Point>,
    pub(crate) run: Option<Box<Run>>,
}

/// Where the input schema comes from.
pub(crate) enum InputSchema {
    Parameters(Vec<Parameter>),
    Given(Value),
}

/// A parameter that the model gives.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    description: Option<&'static str>,
    default: Option<&'static str>,
    pub(crate) header: Option<&'static str>,
    pub(crate) optional: bool,
    schema: fn() -> Value,
}

impl Parameter {
    /// Its schema, with what the parameter itself says.
    pub(crate) fn schema(&self) -> Value {
        let mut schema = (self.schema)();
        if let Value::Object(members) = &mut schema {
            if let Some(text) = self.description {
                members.insert("description".to_owned(), text.into());
            }
            if let Some(default) = self.default.and_then(|text| serde_json::from_str(text).ok()) {
                members.insert("default".to_owned(), default);
            }
            if let Some(header) = self.header {
                members.insert("x-mcp-header".to_owned(), header.into());
            }
        }
        schema
    }
}

impl Tool {
    /// A tool of this name: 1 to 128 of `[A-Za-z0-9_.-]`, which the build of the server checks.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            annotations: ToolAnnotations::default(),
            icons: Vec::new(),
            group: None,
            version: 1,
            accept_unasked: false,
            single_use: false,
            input: InputSchema::Parameters(Vec::new()),
            output: None,
            output_value: None,
            needs: Vec::new(),
            points: Vec::new(),
            run: None,
        }
    }

    /// The name for people.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it does, for the model.
    pub fn description(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// It changes nothing.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.annotations.read_only_hint = Some(hint);
        self
    }

    /// It may destroy something.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.annotations.destructive_hint = Some(hint);
        self
    }

    /// Calling it again with the same arguments changes nothing more.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.annotations.idempotent_hint = Some(hint);
        self
    }

    /// It reaches out to a world that is not closed.
    pub fn open_world(mut self, hint: bool) -> Self {
        self.annotations.open_world_hint = Some(hint);
        self
    }

    /// The group that it belongs to.
    pub fn group(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.group = Some(name.into());
        self
    }

    /// A picture for it; `https:` or `data:`.
    pub fn icon(mut self, src: impl Into<String>) -> Self {
        self.icons.push(Icon::new(src));
        self
    }

    /// The version of its conversation: a state that was sealed under another one is refused. 1 if nothing is said.
    pub fn version(mut self, version: u32) -> Self {
        self.version = version;
        self
    }

    /// Takes answers in a first round too, before anything was asked. They are checked like any other.
    pub fn accept_unasked(mut self, accept: bool) -> Self {
        self.accept_unasked = accept;
        self
    }

    /// Accepts each state of its calls once: a round that is sent again is refused like a forged one, so a reply that
    /// gets lost ends the call. A first round has no state: sent twice, it is two calls, each of which asks.
    ///
    /// Which states were used this process remembers by itself; several processes need a store that they share, see
    /// [`spent_states`](crate::ServerBuilder::spent_states).
    pub fn single_use(mut self, once: bool) -> Self {
        self.single_use = once;
        self
    }

    /// The JSON Schema of the arguments, as it is to be listed. Its root must be an object.
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.input = InputSchema::Given(schema);
        self
    }

    /// The JSON Schema of the structured content, which every result that is no error must then have.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output_value = Some(schema);
        self
    }

    /// What it does: gets the call and the arguments (an object), and may ask like any handler.
    pub fn handler<F, R>(mut self, handler: F) -> Self
    where
        F: for<'call> Fn(&'call Context, Value) -> Pin<Box<dyn Future<Output = R> + Send + 'call>>
            + Send
            + Sync
            + 'static,
        R: IntoToolResult + 'static,
    {
        self.run = Some(Box::new(move |cx, arguments| {
            let value = match arguments.value() {
                Ok(value) => value,
                Err(problem) => return Box::pin(std::future::ready(Ok(problem.into()))),
            };
            let running = handler(cx, value);
            Box::pin(async move { running.await.into_tool_result() })
        }));
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The asks and steps in its source, in order; empty for a tool that was built by hand.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The name of the group that it belongs to.
    #[must_use]
    pub fn group_name(&self) -> Option<&str> {
        self.group.as_deref()
    }
}

/// What expansions of the macro call.
#[doc(hidden)]
impl Tool {
    pub fn argument<T>(mut self, argument: &Argument<T>) -> Self {
        let parameter = Parameter {
            name: argument.name,
            description: argument.description,
            default: argument.shown_default,
            header: argument.header,
            optional: argument.is_optional(),
            schema: argument.schema,
        };
        if let InputSchema::Parameters(parameters) = &mut self.input {
            parameters.push(parameter);
        }
        self
    }

    pub fn needs<T: ?Sized + 'static>(mut self) -> Self {
        self.needs.push(Need::of::<T>());
        self
    }

    pub fn point(mut self, point: Point) -> Self {
        self.points.push(point);
        self
    }

    pub fn returns<T>(mut self, returns: &Returns<T>) -> Self {
        self.output = Some(returns.schema);
        self
    }

    pub fn runs(
        mut self,
        run: for<'call> fn(&'call Context, &'call Arguments<'call>) -> Running<'call>,
    ) -> Self {
        self.run = Some(Box::new(run));
        self
    }
}

impl Tool {
    /// The schema of the arguments.
    pub(crate) fn input(&self) -> Value {
        match &self.input {
            InputSchema::Given(schema) => schema.clone(),
            InputSchema::Parameters(parameters) => {
                let mut properties = Map::new();
                let mut required = Vec::new();
                for parameter in parameters {
                    properties.insert(parameter.name.to_owned(), parameter.schema());
                    if !parameter.optional {
                        required.push(Value::from(parameter.name));
                    }
                }
                if required.is_empty() {
                    json!({ "type": "object", "properties": properties })
                } else {
                    json!({ "type": "object", "properties": properties, "required": required })
                }
            }
        }
    }

    /// The schema of the arguments as it is listed: parameters in the order in which they are declared.
    pub(crate) fn input_text(&self) -> String {
        let InputSchema::Parameters(parameters) = &self.input else {
            return self.input().to_string();
        };
        let members: Vec<String> = parameters
            .iter()
            .map(|parameter| format!("{}:{}", Value::from(parameter.name), parameter.schema()))
            .collect();
        let required: Vec<String> = parameters
            .iter()
            .filter(|parameter| !parameter.optional)
            .map(|parameter| Value::from(parameter.name).to_string())
            .collect();
        let required = if required.is_empty() {
            String::new()
        } else {
            format!(",\"required\":[{}]", required.join(","))
        };
        format!("{{\"type\":\"object\",\"properties\":{{{}}}{required}}}", members.join(","))
    }

    /// The schema of the structured content.
    pub(crate) fn output(&self) -> Option<Value> {
        self.output_value.clone().or_else(|| self.output.and_then(|schema| schema()))
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}
