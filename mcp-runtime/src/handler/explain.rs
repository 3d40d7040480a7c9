//! What is wrong with an argument, in words that a model can act on: where, what was expected, what was there.

use std::fmt;
use std::ops::BitOr;

use serde_json::Value;

/// How much of a wrong value is repeated.
const ECHO: usize = 60;

/// What was there.
#[derive(Debug)]
pub(crate) enum Found<'a> {
    Nothing,
    Value(&'a Value),
    Owned(Value),
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Value(value) => describe(value, f),
            Self::Owned(value) => describe(value, f),
        }
    }
}

fn describe(value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => f.write_str("null"),
        Value::Bool(flag) => write!(f, "{flag}"),
        Value::Number(number) => write!(f, "{number}"),
        Value::String(text) => {
            let short: String = text.chars().take(ECHO).collect();
            let dots = if short.len() < text.len() { "…" } else { "" };
            write!(f, "the string {short:?}{dots}")
        }
        Value::Array(_) => f.write_str("a list"),
        Value::Object(_) => f.write_str("an object"),
    }
}

/// The place of a problem, as the model would write it: `` `address.lines[2]` ``.
pub(crate) fn place(argument: &str, path: &str) -> String {
    match path {
        "" | "." => format!("`{argument}`"),
        path if path.starts_with('[') => format!("`{argument}{path}`"),
        path => format!("`{argument}.{path}`"),
    }
}

/// What stands at the `path` that serde gave; a missing member is one step further.
pub(crate) fn found(text: &str, path: &str, message: &str) -> (String, Found<'static>) {
    let path = if path == "." { "" } else { path };
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    if let Some(name) = missing {
        let dot = if path.is_empty() { "" } else { "." };
        return (format!("{path}{dot}{name}"), Found::Nothing);
    }
    let root: Value = serde_json::from_str(text).unwrap_or_default();
    let value = steps(path).try_fold(&root, |value, step| match step {
        Step::Member(name) => value.get(name),
        Step::Item(place) => value.get(place),
    });
    (path.to_owned(), Found::Owned(value.cloned().unwrap_or_default()))
}

/// What the schema wants at `path`, in words.
pub(crate) fn expected(schema: &Value, path: &str) -> Option<String> {
    let at = steps(path).try_fold(schema, |schema, step| match step {
        Step::Member(name) => schema
            .get("properties")
            .and_then(|members| members.get(name))
            .or_else(|| schema.get("additionalProperties")),
        Step::Item(place) => schema
            .get("prefixItems")
            .and_then(|items| items.get(place))
            .or_else(|| schema.get("items")),
    })?;
    in_words(at)
}

fn in_words(schema: &Value) -> Option<String> {
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        let options: Vec<String> = options.iter().map(Value::to_string).collect();
        return Some(format!("one of {}", options.join(", ")));
    }
    Some(match schema.get("type").and_then(Value::as_str)? {
        "string" => {
            format!("a string{}", span(schema, "minLength", "maxLength", " of ", " characters"))
        }
        "integer" => format!("a whole number{}", span(schema, "minimum", "maximum", " ", "")),
        "number" => format!("a number{}", span(schema, "minimum", "maximum", " ", "")),
        "boolean" => "true or false".to_owned(),
        "array" => {
            let length = span(schema, "minItems", "maxItems", " of ", " items");
            match schema.get("items").and_then(in_words) {
                Some(item) => format!("a list{length}, each {item}"),
                None => format!("a list{length}"),
            }
        }
        "object" => match schema.get("required").and_then(Value::as_array) {
            Some(names) => {
                let names: Vec<String> = names
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|name| format!("`{name}`"))
                    .collect();
                format!("an object with {}", names.join(", "))
            }
            None => "an object".to_owned(),
        },
        "null" => "null".to_owned(),
        _ => return None,
    })
}

/// A range in words, with `before` in front and `after` behind, or nothing.
fn span(schema: &Value, low: &str, high: &str, before: &str, after: &str) -> String {
    let bound = |key: &str| schema.get(key).map(Value::to_string);
    match (bound(low), bound(high)) {
        (Some(low), Some(high)) => format!("{before}from {low} to {high}{after}"),
        (Some(low), None) => format!("{before}at least {low}{after}"),
        (None, Some(high)) => format!("{before}at most {high}{after}"),
        (None, None) => String::new(),
    }
    .replace("of from", "of")
}

/// A message of `serde_json` without "at line 1 column 5", which says nothing to a model.
pub(crate) fn without_place(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(text, _)| text)
}

/// The same JSON with every whole number that was written with a fraction (`30.0`) written without; `None` if there is
/// none.
pub(crate) fn whole_numbers(text: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    make_whole(&mut value).then(|| value.to_string())
}

fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|n| !number.is_i64() && !number.is_u64() && n.fract() == 0.0);
            // Beyond this a float does not say which whole number was meant.
            let Some(whole) = whole.filter(|n| n.abs() <= 9_007_199_254_740_992.0) else {
                return false;
            };
            #[expect(clippy::cast_possible_truncation, reason = "it is whole, and within 2^53")]
            let exact = whole as i64;
            *number = exact.into();
            true
        }
        Value::Array(items) => items.iter_mut().map(make_whole).fold(false, BitOr::bitor),
        Value::Object(members) => members.values_mut().map(make_whole).fold(false, BitOr::bitor),
        _ => false,
    }
}

enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

/// The steps of a path like `lines[2].street`.
fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let pieces = path.split(['.', '[']).filter(|piece| !piece.is_empty());
    pieces.map(|piece| {
        let item = piece.strip_suffix(']').and_then(|number| number.parse().ok());
        item.map_or(Step::Member(piece), Step::Item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_is_told_in_words() {
        for (schema, words) in [
            (json!({"type":"integer","minimum":1,"maximum":3}), "a whole number from 1 to 3"),
            (json!({"type":"string","maxLength":3}), "a string of at most 3 characters"),
            (json!({"type":"string","minLength":1,"maxLength":3}), "a string of 1 to 3 characters"),
            (json!({"type":"string","enum":["a","b"]}), "one of \"a\", \"b\""),
            (json!({"type":"array","items":{"type":"boolean"}}), "a list, each true or false"),
            (json!({"type":"object","required":["a"]}), "an object with `a`"),
        ] {
            assert_eq!(expected(&schema, "").as_deref(), Some(words));
        }
    }

    #[test]
    fn whole_numbers_are_found_wherever_they_are() {
        assert_eq!(whole_numbers("30.0").as_deref(), Some("30"));
        assert_eq!(whole_numbers(r#"{"a":[1.0,2.5]}"#).as_deref(), Some(r#"{"a":[1,2.5]}"#));
        assert_eq!(whole_numbers("2.5"), None);
        assert_eq!(whole_numbers("1e300"), None);
        assert_eq!(whole_numbers("\"3.0\""), None);
    }
}
