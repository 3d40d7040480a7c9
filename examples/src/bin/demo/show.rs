//! What is printed, the same at a terminal and without one.

use mcp_runtime::client::{CallResult, Discovered, ElicitAsk, ListedTool, RoundInfo};
use mcp_runtime::form::{Field, FieldValue, Form, Kind, SelectOption};

/// Who is at the other end, and what it offers.
pub(crate) fn server(server: &Discovered, tools: &[ListedTool]) {
    if let Some(who) = server.server() {
        let name = who.title.unwrap_or(who.name);
        println!("{name} {}, a server in a child process, offers", who.version);
    }
    for tool in tools {
        println!("  {}: {}", tool.name, tool.description.as_deref().unwrap_or("?"));
    }
}

/// What a round carried.
pub(crate) fn round(round: &RoundInfo) {
    let state = round
        .state_bytes
        .map_or("no state".to_owned(), |bytes| format!("a state of {bytes} bytes to send back"));
    println!("\nRound {}: asks for `{}`, with {state}", round.number, round.keys.join("`, `"));
}

/// What is asked, and every field with its rules.
pub(crate) fn ask(ask: &ElicitAsk) {
    println!("  {}", ask.message());
    for field in ask.form().map(Form::fields).unwrap_or_default() {
        println!("  - {}", described(field));
    }
}

/// What the call came to.
pub(crate) fn result(result: &CallResult) {
    let label = if result.is_error() { "Failed" } else { "Result" };
    println!("\n{label}: {}", result.text());
}

/// An answer, as a prompt leaves it behind.
pub(crate) fn answered(field: &Field, answer: &str) {
    println!("> {} {answer}", label(field));
}

/// What a field is called.
pub(crate) fn label(field: &Field) -> &str {
    field.title().unwrap_or(field.name())
}

/// The options of a field that has some.
pub(crate) fn options(field: &Field) -> &[SelectOption] {
    match field.kind() {
        Kind::Select(select) => &select.options,
        Kind::MultiSelect(select) => &select.options,
        _ => &[],
    }
}

/// A value, as a person reads it.
pub(crate) fn value(field: &Field, value: &FieldValue) -> String {
    let titled = |value: &str| {
        let option = options(field).iter().find(|option| option.value == value);
        option.map_or(value, SelectOption::label).to_owned()
    };
    match value {
        FieldValue::Text(text) => titled(text),
        FieldValue::Boolean(true) => "yes".to_owned(),
        FieldValue::Boolean(false) => "no".to_owned(),
        FieldValue::Selected(values) => {
            values.iter().map(|value| titled(value)).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn described(field: &Field) -> String {
    let what = match field.kind() {
        Kind::Boolean(_) => "yes or no".to_owned(),
        Kind::Select(_) => format!("one of {} options", options(field).len()),
        _ => field.rules().unwrap_or_else(|| "text".to_owned()),
    };
    let mut line = format!("{}: {what}", label(field));
    if let Some(default) = field.default_value() {
        line = format!("{line}, or else {}", value(field, &default));
    } else if !field.is_required() {
        line.push_str(", if you like");
    }
    match field.description() {
        Some(description) => format!("{line} ({description})"),
        None => line,
    }
}
