//! One request of a call, to be put together as a client would, or as one should not.

use serde_json::{Map, Value, json};

use crate::caller::{Caller, Said};
use crate::schema;

/// One request of a call.
#[derive(Debug)]
#[must_use = "it is not sent yet"]
pub struct Round<'a> {
    caller: &'a Caller,
    tool: String,
    arguments: String,
    answers: Option<Value>,
    state: Option<Value>,
    valid: bool,
}

impl<'a> Round<'a> {
    pub(crate) fn first(caller: &'a Caller, tool: &str) -> Self {
        let (tool, arguments) = (tool.to_owned(), "{}".to_owned());
        Self { caller, tool, arguments, answers: None, state: None, valid: true }
    }

    pub(crate) fn next(caller: &'a Caller, asked: &Said) -> Self {
        let state = Some(asked.state().into());
        let (tool, arguments) = (asked.tool.clone(), asked.arguments.clone());
        Self { caller, tool, arguments, answers: None, state, valid: true }
    }

    /// With these arguments.
    pub fn with(self, arguments: &Value) -> Self {
        self.written(&arguments.to_string())
    }

    /// With arguments that are written like this.
    pub fn written(mut self, arguments: &str) -> Self {
        arguments.clone_into(&mut self.arguments);
        self
    }

    /// To another tool.
    pub fn to(mut self, tool: &str) -> Self {
        tool.clone_into(&mut self.tool);
        self
    }

    /// With these answers, by key.
    pub fn answering<const N: usize>(mut self, answers: [(&str, Value); N]) -> Self {
        let answers = answers.into_iter().map(|(key, answer)| (key.to_owned(), answer));
        self.answers = Some(answers.collect::<Map<_, _>>().into());
        self
    }

    /// With anything at all in the place of the answers.
    pub fn answering_with(mut self, answers: Value) -> Self {
        self.answers = Some(answers);
        self
    }

    /// With anything at all in the place of the state.
    pub fn state(mut self, state: impl Into<Value>) -> Self {
        self.state = Some(state.into());
        self
    }

    /// Without the state.
    pub fn without_state(mut self) -> Self {
        self.state = None;
        self
    }

    /// Not held against the schema: a client should not send this.
    pub fn wrongly(mut self) -> Self {
        self.valid = false;
        self
    }

    /// Who sends it.
    pub fn caller(&self) -> &'a Caller {
        self.caller
    }

    /// The request as it is sent. The arguments keep their spelling.
    pub fn message(&self) -> String {
        let mut params = Map::new();
        params.insert("name".into(), self.tool.as_str().into());
        params.insert("_meta".into(), self.caller.meta());
        if let Some(answers) = &self.answers {
            params.insert("inputResponses".into(), answers.clone());
        }
        if let Some(state) = &self.state {
            params.insert("requestState".into(), state.clone());
        }
        let params = Value::Object(params).to_string();
        let params = params.strip_suffix('}').expect("it is an object");
        let (id, arguments) = (self.caller.next_id(), &self.arguments);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params},"arguments":{arguments}}}}}"#
        )
    }

    /// Sends it.
    pub async fn send(self) -> Said {
        let message = self.message();
        if self.valid {
            let sent: Value = serde_json::from_str(&message).expect("it is JSON");
            schema::assert_sent(&sent);
        }
        let id: Value =
            json!(serde_json::from_str::<Value>(&message).ok().map(|m| m["id"].clone()));
        let mut said = self.caller.sends(message).await.expect("a call is answered");
        assert_eq!(said.message()["id"], id, "an answer has the id of its request");
        said.tool = self.tool;
        said.arguments = self.arguments;
        said
    }
}
