//! Answers from whoever is at the terminal, each checked before it is sent.

use std::sync::Arc;

use inquire::list_option::ListOption;
use inquire::validator::Validation;
use inquire::{Confirm, InquireError, MultiSelect, Select, Text};
use mcp_runtime::client::{ElicitAsk, ElicitError, ElicitReply};
use mcp_runtime::form::{Field, FieldValue, Form, FormProblem, Kind, SelectOption};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};

use crate::show;

/// What the call is told when the person pressed Ctrl-C.
pub(crate) const INTERRUPTED: &str = "interrupted";

const HELP: &str = "Esc to decline or cancel";
const LEAVE_OUT: &str = "(leave it out)";

/// Why a form was left without an answer.
enum Left {
    Declined,
    Cancelled,
    Failed(InquireError),
}

/// Fills in a form, field by field.
pub(crate) fn answer(ask: &ElicitAsk) -> Result<ElicitReply, ElicitError> {
    match fill(ask.form().map(Form::fields).unwrap_or_default()) {
        Ok(content) => Ok(ask.accept(content)),
        Err(Left::Declined) => Ok(ask.decline()),
        Err(Left::Cancelled) => Ok(ask.cancel()),
        Err(Left::Failed(InquireError::OperationInterrupted)) => {
            Err(ElicitError::message(INTERRUPTED))
        }
        Err(Left::Failed(error)) => Err(error.into()),
    }
}

fn fill(fields: &[Field]) -> Result<Map<String, Value>, Left> {
    loop {
        let mut content = Map::new();
        for field in fields {
            if let Some(value) = until_done(|| prompt(field))? {
                content.insert(field.name().to_owned(), value);
            }
        }
        // One question is answered when it is answered; a form can be looked at once more.
        if matches!(fields, [_]) {
            return Ok(content);
        }
        let send = || Select::new("Send it?", vec!["Send", "Fill it in again"]).prompt();
        if until_done(send)? == "Send" {
            return Ok(content);
        }
    }
}

/// Prompts until there is an answer, or the person leaves the form.
fn until_done<T>(prompt: impl Fn() -> Result<T, InquireError>) -> Result<T, Left> {
    const BACK: &str = "Go back to the question";
    const DECLINE: &str = "Decline: say no";

    loop {
        match prompt() {
            Ok(value) => return Ok(value),
            Err(InquireError::OperationCanceled) => {}
            Err(error) => return Err(Left::Failed(error)),
        }
        let ways = vec![BACK, DECLINE, "Cancel: close it without an answer"];
        match Select::new("Leave the form?", ways).without_filtering().prompt() {
            Ok(BACK) => {}
            Ok(DECLINE) => return Err(Left::Declined),
            Ok(_) | Err(InquireError::OperationCanceled) => return Err(Left::Cancelled),
            Err(error) => return Err(Left::Failed(error)),
        }
    }
}

/// Asks for one field; nothing if it was left out.
fn prompt(field: &Field) -> Result<Option<Value>, InquireError> {
    match field.kind() {
        Kind::Boolean(_) if field.is_required() || field.default_value().is_some() => {
            let prompt = Confirm::new(show::label(field)).with_help_message(HELP);
            let prompt = match field.default_value() {
                Some(FieldValue::Boolean(default)) => prompt.with_default(default),
                _ => prompt,
            };
            prompt.prompt().map(|answer| Some(Value::Bool(answer)))
        }
        Kind::Boolean(_) => select(field, &[("yes", true.into()), ("no", false.into())]),
        Kind::Select(_) => {
            let options = show::options(field).iter();
            let options: Vec<(&str, Value)> =
                options.map(|option| (option.label(), option.value.as_str().into())).collect();
            select(field, &options)
        }
        Kind::MultiSelect(_) => multi_select(field).map(Some),
        _ => text(field),
    }
}

fn select(field: &Field, options: &[(&str, Value)]) -> Result<Option<Value>, InquireError> {
    let mut labels: Vec<&str> = options.iter().map(|(label, _)| *label).collect();
    let default = field.default_value().and_then(|default| serde_json::to_value(default).ok());
    let start = options.iter().position(|(_, value)| Some(value) == default.as_ref());
    if !field.is_required() && default.is_none() {
        labels.push(LEAVE_OUT);
    }
    let prompt = Select::new(show::label(field), labels)
        .with_help_message(HELP)
        .with_starting_cursor(start.unwrap_or(0));
    let place = prompt.raw_prompt()?.index;
    Ok(options.get(place).map(|(_, value)| value.clone()))
}

fn multi_select(field: &Field) -> Result<Value, InquireError> {
    let options = show::options(field);
    let labels: Vec<&str> = options.iter().map(SelectOption::label).collect();
    let taken = |places: &[usize]| -> Value {
        places.iter().filter_map(|place| Some(options.get(*place)?.value.clone())).collect()
    };
    let (check, all) = (checker(field), options.to_vec());
    let validator = move |chosen: &[ListOption<&&str>]| {
        let values = chosen.iter().filter_map(|one| Some(all.get(one.index)?.value.clone()));
        Ok(check(&values.collect()))
    };
    let default = match field.default_value() {
        Some(FieldValue::Selected(values)) => values,
        _ => Vec::new(),
    };
    let start: Vec<usize> = (0..options.len())
        .filter(|place| options.get(*place).is_some_and(|it| default.contains(&it.value)))
        .collect();
    let prompt = MultiSelect::new(show::label(field), labels)
        .with_help_message("Space to select, Enter when done, Esc to decline or cancel")
        .with_default(&start)
        .with_validator(validator);
    let places: Vec<usize> = prompt.raw_prompt()?.into_iter().map(|one| one.index).collect();
    Ok(taken(&places))
}

fn text(field: &Field) -> Result<Option<Value>, InquireError> {
    let optional = !field.is_required();
    let default = field.default_value().map(|default| show::value(field, &default));
    let (check, kind) = (checker(field), field.kind().clone());
    let validator = move |text: &str| {
        if text.is_empty() && optional {
            return Ok(Validation::Valid);
        }
        Ok(check(&typed(&kind, text)))
    };
    let prompt = Text::new(show::label(field)).with_help_message(HELP).with_validator(validator);
    let prompt = match &default {
        Some(default) => prompt.with_default(default),
        None => prompt,
    };
    let text = prompt.prompt()?;
    Ok((!text.is_empty() || !optional).then(|| typed(field.kind(), &text)))
}

/// What was typed, as the kind wants it; what is no number stays text, and the check says so.
fn typed(kind: &Kind, text: &str) -> Value {
    let number = match kind {
        Kind::Integer(_) | Kind::Number(_) => serde_json::from_str::<Value>(text.trim()).ok(),
        _ => None,
    };
    number.filter(Value::is_number).unwrap_or_else(|| text.into())
}

/// Checks a value of one field by the very rules of the server's form.
fn checker(field: &Field) -> impl Fn(&Value) -> Validation + Clone + 'static {
    let name = field.name().to_owned();
    let form = Form::builder().field(field.clone()).build().map(Arc::new);
    move |value| {
        let Ok(form) = &form else { return Validation::Valid };
        let content = Map::from_iter([(name.clone(), value.clone())]);
        let Ok(content) = to_raw_value(&content) else { return Validation::Valid };
        match form.check(Some(&content)) {
            Ok(_) => Validation::Valid,
            Err(problems) => {
                let said: Vec<&str> = problems.iter().map(FormProblem::problem).collect();
                Validation::Invalid(said.join("; ").into())
            }
        }
    }
}
