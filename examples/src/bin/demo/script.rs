//! Answers for when nobody is at a terminal.

use mcp_runtime::client::{ElicitAsk, ElicitError, ElicitReply};
use mcp_runtime::form::Form;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use crate::show;

pub(crate) fn answer(ask: &ElicitAsk) -> Result<ElicitReply, ElicitError> {
    let content = match ask.key() {
        "trip" => json!({ "city": "Kyoto", "nights": 4, "travellers": 2 }),
        "guest" => json!({ "name": "Ada Lovelace", "extras": ["Breakfast", "Museums"] }),
        "book" => yes(ask),
        other => {
            return Err(ElicitError::message(format!("the script has no answer to `{other}`")));
        }
    };
    let Some(form) = ask.form() else { return Ok(ask.accept(content)) };
    let raw = to_raw_value(&content)?;
    let checked = form.check(Some(&raw))?;
    for field in form.fields() {
        if let Some(value) = checked.value(field.name()) {
            show::answered(field, &show::value(field, value));
        }
    }
    Ok(ask.accept(&content))
}

/// Yes to every field there is.
fn yes(ask: &ElicitAsk) -> Value {
    let fields = ask.form().map(Form::fields).unwrap_or_default();
    fields.iter().map(|field| (field.name().to_owned(), Value::Bool(true))).collect()
}
