//! A whole conversation as text: the same for every run, so that it can be a snapshot.

use std::fmt::{self, Write as _};

use serde_json::{Map, Value};

use super::script::AskKind;
use crate::client::{Ask, CallResult};
use crate::form::{Field, Kind};

/// All that was said in a conversation: calls, rounds with their asks and answers, results.
///
/// Its text leaves out ids and states, and has the members of objects in the order of their names.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Transcript(String);

impl Transcript {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn call(&mut self, tool: &str, arguments: &Value) {
        self.line(0, &format!("call {tool} {}", json(arguments)));
    }

    pub(super) fn round(&mut self, number: usize, asks: &[Ask]) {
        self.line(0, &format!("round {number}"));
        if asks.is_empty() {
            self.line(1, "come back");
        }
        for ask in asks {
            self.ask(ask);
        }
    }

    pub(super) fn answer(&mut self, key: &str, answer: &Value) {
        let said = match answer["action"].as_str() {
            Some(action) => match answer.get("content") {
                Some(content) => format!("{action} {}", json(content)),
                None => action.to_owned(),
            },
            None => json(answer),
        };
        self.line(1, &format!("answer {key}: {said}"));
    }

    pub(super) fn result(&mut self, result: &CallResult) {
        self.line(0, if result.is_error() { "tool error" } else { "result" });
        for piece in result.json().get("content").and_then(Value::as_array).into_iter().flatten() {
            match piece["text"].as_str() {
                Some(text) if piece["type"] == "text" => self.line(1, text),
                _ => self.line(1, &json(piece)),
            }
        }
        if let Some(structured) = result.structured() {
            self.line(1, &format!("structured {}", json(structured)));
        }
    }

    pub(super) fn error(&mut self, code: i64, message: &str) {
        self.line(0, &format!("error {code}: {message}"));
    }

    fn ask(&mut self, ask: &Ask) {
        let (key, kind) = (ask.key(), AskKind::of(ask));
        match ask {
            Ask::Elicit(ask) => {
                self.line(1, &format!("ask {key} ({kind}): {}", ask.message()));
                if let Some(url) = ask.url() {
                    self.line(2, url);
                }
                for field in ask.form().map(crate::form::Form::fields).unwrap_or_default() {
                    self.line(2, &described(field));
                }
            }
            Ask::Sample(ask) => self.line(1, &format!("ask {key} ({kind}): {}", ask.prompt())),
            Ask::Roots { .. } => self.line(1, &format!("ask {key} ({kind})")),
        }
    }

    /// One line, or several, each below the beginning of the first.
    fn line(&mut self, depth: usize, text: &str) {
        let indent = "  ".repeat(depth);
        for (place, line) in text.split('\n').enumerate() {
            let more = if place == 0 { "" } else { "  " };
            // Writing to a string cannot fail.
            let _ = writeln!(self.0, "{}", format!("{indent}{more}{line}").trim_end());
        }
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A field in one line: what it is called, what it has to be, what it is for.
pub(super) fn described(field: &Field) -> String {
    let mut text = field.name().to_owned();
    if let Some(title) = field.title() {
        text = format!("{text} ({title})");
    }
    text = format!("{text}: {}", holds(field));
    if let Some(default) = field.default_value() {
        text = format!("{text}, {default} if left out");
    } else if !field.is_required() {
        text.push_str(", may be left out");
    }
    match field.description() {
        Some(description) => format!("{text}. {description}"),
        None => text,
    }
}

fn holds(field: &Field) -> String {
    let options = match field.kind() {
        Kind::Select(select) => &select.options,
        Kind::MultiSelect(select) => &select.options,
        Kind::Boolean(_) => return "true or false".to_owned(),
        Kind::Text(_) | Kind::Integer(_) | Kind::Number(_) => {
            return field.rules().unwrap_or_else(|| "text".to_owned());
        }
    };
    let options: Vec<&str> = options.iter().map(crate::form::SelectOption::label).collect();
    let how_many = if matches!(field.kind(), Kind::Select(_)) { "one of" } else { "any of" };
    format!("{how_many} {}", options.join(", "))
}

/// JSON with its members in the order of their names, whatever order a map has in this build.
pub(super) fn json(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(sorted).collect(),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_by_key(|(name, _)| *name);
                let sorted = members.into_iter().map(|(name, value)| (name.clone(), sorted(value)));
                Value::Object(sorted.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
    sorted(value).to_string()
}
