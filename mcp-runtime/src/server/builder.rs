//! The builder of a server.

use std::any::type_name;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::errors::{ConfigError, ConfigErrors};
use super::options::{CacheScope, InputLimits, Options};
use super::{Inner, Server};
use crate::dispatch::list::Lists;
use crate::dispatch::registry::{Entry, Registry};
use crate::era::mirror::{self, Mirrored};
use crate::form::private::FormRegistration;
use crate::handler::point::PointKind;
use crate::handler::register::{IntoTool, Registered};
use crate::handler::rules::Rules;
use crate::handler::schema;
use crate::handler::state::States;
use crate::handler::tool::{InputSchema, Tool};
use crate::moment::Moment;
use crate::protocol::implementation::Implementation;
use crate::respond::SERVER_INFO;
use crate::state::{RequestState, SpentStates, Store};
#[cfg(feature = "http")]
use crate::trace::TARGET;

/// A server that is being put together; see [`Server::new`].
#[derive(Debug)]
#[must_use = "a builder does nothing until it serves"]
pub struct ServerBuilder {
    info: Implementation,
    tools: Vec<Tool>,
    states: States,
    sealing: Option<RequestState>,
    spent: Option<Store>,
    options: Options,
    #[cfg(feature = "http")]
    http: crate::transport::http::HttpOptions,
    problems: Vec<ConfigError>,
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            info: Implementation::new(name, version),
            tools: Vec::new(),
            states: States::default(),
            sealing: None,
            spent: None,
            options: Options::default(),
            #[cfg(feature = "http")]
            http: crate::transport::http::HttpOptions::default(),
            problems: Vec::new(),
        }
    }

    /// The server's name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.info.title = Some(title.into());
        self
    }

    /// What a model should know about using the server as a whole.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.options.instructions = Some(text.into());
        self
    }

    /// Holds a value for every handler that borrows its type: `files: &Files`.
    pub fn state<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.state_as(Arc::new(value))
    }

    /// Holds a value under a type that it is shared as: `.state_as::<dyn Clock>(Arc::new(SystemClock))`.
    pub fn state_as<T: ?Sized + Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        if !self.states.add(value) {
            self.problems.push(ConfigError::StateTwice(type_name::<T>()));
        }
        self
    }

    /// Offers a tool: the name of a function with `#[mcp_tool]`, or a [`Tool`].
    pub fn tool(mut self, tool: impl IntoTool) -> Self {
        self.tools.push(tool.into_tool());
        self
    }

    /// Offers every tool that is linked into the program, in the order of their names.
    ///
    /// A library crate that nothing names is not linked: `use the_crate as _;` in the program links it.
    pub fn all_registered(mut self) -> Self {
        self.tools.extend(Registered::all());
        self
    }

    /// How states are sealed. Without it they are sealed with a random key of this process, so that no other process
    /// opens them, nor this one after a restart.
    pub fn request_state(mut self, sealing: RequestState) -> Self {
        self.sealing = Some(sealing);
        self
    }

    /// Where states are remembered that were used, for tools with [`single_use`](Tool::single_use). Without it that is
    /// the memory of this process, so that another one would accept a state once more.
    pub fn spent_states(mut self, store: impl SpentStates) -> Self {
        self.spent = Some(Store::new(store));
        self
    }

    /// Limits on what a call may ask.
    pub fn input_limits(mut self, limits: InputLimits) -> Self {
        self.options.limits = limits;
        self
    }

    /// What a handler may take for one round; people's time is not counted. No limit if nothing is said.
    pub fn call_timeout(mut self, time: Duration) -> Self {
        self.options.call_timeout = Some(time);
        self
    }

    /// How long clients may keep lists, in whole milliseconds, and for whom. Not at all if nothing is said.
    pub fn cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.options.caching = super::options::Caching { ttl, scope };
        self
    }

    /// How many tools stand on a page of `tools/list`; 100.
    pub fn page_size(mut self, tools: usize) -> Self {
        self.options.page_size = tools;
        self
    }

    /// How many bytes one message may have over pipes; 4 MiB. Over HTTP it is
    /// [`HttpOptions::max_body_bytes`](crate::http::HttpOptions::max_body_bytes).
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.options.max_message_bytes = bytes;
        self
    }

    /// How many requests of one connection may be under way at once; 1,024.
    pub fn max_in_flight(mut self, requests: usize) -> Self {
        self.options.max_in_flight = requests;
        self
    }

    /// Who may come over HTTP, and how much they may send.
    #[cfg(feature = "http")]
    pub fn http(mut self, options: crate::transport::http::HttpOptions) -> Self {
        self.http = options;
        self
    }

    /// Leaves out who made a result, which the specification wants in each.
    pub fn without_server_info(mut self) -> Self {
        self.options.server_info = false;
        self
    }

    /// Builds the server.
    ///
    /// # Errors
    ///
    /// Every problem of the configuration, not the first one.
    pub fn build(mut self) -> Result<Server, ConfigErrors> {
        self.check_limits();
        self.check_forms();
        let sealing = self.sealing.take().or_else(|| match Moment::present() {
            Ok(moment) => Some(RequestState::ephemeral(moment.random)),
            Err(error) => {
                self.problems.push(ConfigError::NoKey(error.to_string()));
                None
            }
        });
        let is_encrypted = sealing.as_ref().is_some_and(RequestState::is_encrypted);
        if !is_encrypted {
            self.check_secrets();
        }
        let tools = self.register();
        let lists = Lists::write(&tools, &self.options).map_err(|error| {
            let problem = format!("its schema cannot be written: {error}");
            self.problems.push(ConfigError::Schema { tool: "*".to_owned(), problem });
        });
        match (sealing, lists) {
            (Some(sealing), Ok(lists)) if self.problems.is_empty() => Ok(Server {
                inner: Arc::new(Inner {
                    info: self.info_member(),
                    name: self.info.name,
                    tools,
                    lists,
                    states: Arc::new(self.states),
                    sealing: Arc::new(sealing),
                    spent: self.spent.unwrap_or_default(),
                    options: self.options,
                }),
            }),
            _ => Err(ConfigErrors(self.problems)),
        }
    }

    #[cfg(feature = "http")]
    pub(crate) fn build_with_http(
        mut self,
    ) -> Result<(Server, crate::transport::http::HttpOptions), ConfigErrors> {
        let options = std::mem::take(&mut self.http);
        self.problems.extend(options.problems());
        self.warn_about_memory();
        Ok((self.build()?, options))
    }

    /// A key that was configured is one that another process may have too.
    #[cfg(feature = "http")]
    fn warn_about_memory(&self) {
        let shared = self.sealing.as_ref().is_some_and(|sealing| !sealing.is_ephemeral());
        let once = self.tools.iter().find(|tool| tool.single_use);
        if let Some(tool) = once.filter(|_| shared && self.spent.is_none()) {
            tracing::warn!(
                target: TARGET, tool = tool.name(),
                "a tool accepts each state once, and the memory of this process alone knows which were used: another \
                 process with the same key, and this one after a restart, would accept a state again; share a store with \
                 `.spent_states(RedisSpentStates::new(…)?)`"
            );
        }
    }

    fn info_member(&self) -> String {
        if !self.options.server_info {
            return String::new();
        }
        let info = json!({ SERVER_INFO: self.info });
        let info = info.to_string();
        // Without the braces: a result may have members of its own in `_meta`.
        info.trim_start_matches('{').strip_suffix('}').unwrap_or_default().to_owned()
    }

    fn check_limits(&mut self) {
        let limits = self.options.limits;
        for (name, value) in [
            ("max_rounds", limits.max_rounds as usize),
            ("max_state_bytes", limits.max_state_bytes),
            ("page_size", self.options.page_size),
            ("max_message_bytes", self.options.max_message_bytes),
            ("max_in_flight", self.options.max_in_flight),
        ] {
            if value == 0 {
                self.problems.push(ConfigError::Limit(name));
            }
        }
    }

    fn check_forms(&mut self) {
        for registration in FormRegistration::all() {
            if let Some(defect) = registration.defect() {
                let form = registration.name().to_owned();
                self.problems.push(ConfigError::Form { form, problem: defect.to_string() });
            }
        }
    }

    /// Nothing secret may be in a state that its client can read.
    fn check_secrets(&mut self) {
        for tool in &self.tools {
            let secret = tool.points.iter().filter(|point| point.kind == PointKind::SecretStep);
            self.problems.extend(secret.map(|point| ConfigError::SecretStep {
                tool: tool.name().to_owned(),
                step: point.key,
                line: point.line,
            }));
        }
    }

    fn register(&mut self) -> Registry {
        let mut registry = Registry::default();
        for tool in std::mem::take(&mut self.tools) {
            let name = tool.name().to_owned();
            let (rules, mirrored) = self.check_tool(&tool);
            if !registry.add(Entry { tool, rules, mirrored }) {
                self.problems.push(ConfigError::DuplicateTool(name));
            }
        }
        registry
    }

    fn check_tool(&mut self, tool: &Tool) -> (Option<Rules>, Vec<Mirrored>) {
        let name = tool.name().to_owned();
        if !is_name(&name) {
            self.problems.push(ConfigError::Name(name.clone()));
        }
        if tool.run.is_none() {
            self.problems.push(ConfigError::NoHandler(name.clone()));
        }
        for need in &tool.needs {
            if !self.states.holds(need) {
                let (tool, state) = (name.clone(), need.name);
                self.problems.push(ConfigError::MissingState { tool, state });
            }
        }
        let mut problem = |problem: String| {
            self.problems.push(ConfigError::Schema { tool: name.clone(), problem });
        };
        let schema = tool.input();
        if schema.get("type") != Some(&Value::from("object")) {
            problem("its input schema must have `\"type\": \"object\"` at the root".to_owned());
        }
        if let InputSchema::Parameters(parameters) = &tool.input {
            for parameter in parameters.iter().filter(|one| schema::refers(&one.schema())) {
                problem(format!(
                    "argument `{}` is of a type that contains itself, which clients cannot show",
                    parameter.name
                ));
            }
        }
        let own_checks = matches!(tool.input, InputSchema::Given(_));
        let rules = if own_checks { Ok(None) } else { Rules::of_schema(&schema) };
        let rules = rules.map_err(&mut problem).ok().flatten();
        (rules, mirror::mirrored(&schema).map_err(problem).unwrap_or_default())
    }
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    (1..=128).contains(&name.len()) && name.bytes().all(allowed)
}
