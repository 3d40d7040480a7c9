//! Reads a `requestedSchema` back into a form: for a client that shows it, a proxy, a test.
//!
//! What a schema is, is decided by looking at its keys, never by trying one shape after another: a
//! shape that ignores what it does not know would swallow the titles of another. Keywords beyond
//! the specification's are tolerated; what the subset forbids is an error that names the field.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use super::check;
use super::field::Field;
use super::json::{self, Entries, Sort};
use super::kind::{
    Boolean, Format, Integer, Kind, MultiSelect, Number, Select, SelectOption, Text,
};
use super::number::{Whole, whole};
use super::value::FieldValue;
use super::{Form, FormError};

impl Form {
    /// Reads the JSON text of a `requestedSchema`, of any revision that has forms.
    ///
    /// All five ways to write an enum are understood, `enumNames` among them. A `pattern` is kept and
    /// checked if it compiles.
    ///
    /// # Errors
    ///
    /// [`FormError::Schema`] if the schema is outside the subset that forms may use: a nested object,
    /// a list of something other than options, a `$ref`, a required field that is not there; any
    /// other [`FormError`] if its rules contradict each other.
    pub fn from_schema(schema: &RawValue) -> Result<Self, FormError> {
        let root = Entries::of(schema).ok_or_else(|| bad("it is not an object"))?;
        let properties = root.get("properties").and_then(Entries::of);
        let properties = properties.ok_or_else(|| bad("it has no `properties`"))?;
        if root.get("type").and_then(json::string).as_deref() != Some("object") {
            return Err(bad("its `type` is not `object`"));
        }
        let required: BTreeSet<String> = match root.get("required") {
            None => BTreeSet::new(),
            Some(names) => {
                let names = json::strings(names);
                names.ok_or_else(|| bad("`required` is not a list of names"))?.into_iter().collect()
            }
        };
        let known: BTreeSet<&String> = properties.0.iter().map(|(name, _)| name).collect();
        if let Some(name) = required.iter().find(|name| !known.contains(name)) {
            return Err(bad(format!("`{name}` is required and is not there")));
        }

        let mut builder = Self::builder();
        for (name, property) in &properties.0 {
            let field = field(name, property, required.contains(name));
            builder = builder.field(field.map_err(|reason| bad(format!("`{name}` {reason}")))?);
        }
        builder.build()
    }
}

fn bad(reason: impl Into<String>) -> FormError {
    FormError::Schema { reason: reason.into() }
}

fn field(name: &str, property: &RawValue, required: bool) -> Result<Field, String> {
    let keys = Entries::of(property).ok_or("is not an object")?;
    let mut field = Field::new(name, kind(&keys)?);
    if let Some(title) = keys.get("title").and_then(json::string) {
        field = field.titled(title);
    }
    if let Some(description) = keys.get("description").and_then(json::string) {
        field = field.described(description);
    }
    if let Some(default) = keys.get("default") {
        let value = check::read(field.kind(), default)
            .ok_or_else(|| format!("has a default that is not {}", field.kind().expected()))?;
        set_default(field.kind_mut(), value);
    }
    Ok(if required { field } else { field.optional() })
}

fn kind(keys: &Entries<'_>) -> Result<Kind, String> {
    let sort = keys.get("type").and_then(json::string).ok_or("has no `type`")?;
    match sort.as_str() {
        "string" => match options(keys)? {
            Some(options) => Ok(Select::new(options).into()),
            None => Ok(Kind::Text(text(keys)?)),
        },
        "integer" => Ok(Kind::Integer(Integer {
            minimum: bound(keys, "minimum")?,
            maximum: bound(keys, "maximum")?,
            default: None,
        })),
        "number" => Ok(Kind::Number(Number {
            minimum: float(keys, "minimum")?,
            maximum: float(keys, "maximum")?,
            default: None,
        })),
        "boolean" => Ok(Boolean::new().into()),
        "array" => {
            let items = keys.get("items").and_then(Entries::of).ok_or("has no `items`")?;
            let options = options(&items)?.ok_or("is a list of something other than options")?;
            Ok(Kind::MultiSelect(MultiSelect {
                min_items: count(keys, "minItems")?,
                max_items: count(keys, "maxItems")?,
                ..MultiSelect::new(options)
            }))
        }
        other => Err(format!("is of type `{other}`, which a form cannot hold")),
    }
}

fn text(keys: &Entries<'_>) -> Result<Text, String> {
    let pattern = keys.get("pattern").and_then(json::string);
    Ok(Text {
        min_length: count(keys, "minLength")?,
        max_length: count(keys, "maxLength")?,
        format: keys.get("format").and_then(json::string).and_then(|name| Format::named(&name)),
        pattern: pattern.filter(|pattern| regex_lite::Regex::new(pattern).is_ok()),
        default: None,
    })
}

/// The options of an enum in any of its shapes; `None` if it is none.
fn options(keys: &Entries<'_>) -> Result<Option<Vec<SelectOption>>, String> {
    if let Some(choices) = keys.get("oneOf").or_else(|| keys.get("anyOf")) {
        let choices = json::items(choices).ok_or("has options that are not a list")?;
        return choices.into_iter().map(titled).collect::<Result<_, _>>().map(Some);
    }
    let Some(values) = keys.get("enum") else { return Ok(None) };
    let values = json::strings(values).ok_or("has options that are not text")?;
    let names = keys.get("enumNames").and_then(json::strings).unwrap_or_default();
    let mut names = names.into_iter();
    let name = |value| match names.next() {
        Some(name) => SelectOption::new(value).titled(name),
        None => SelectOption::new(value),
    };
    Ok(Some(values.into_iter().map(name).collect()))
}

fn titled(choice: &RawValue) -> Result<SelectOption, String> {
    let keys = Entries::of(choice).ok_or("has an option that is not an object")?;
    let value = keys.get("const").and_then(json::string).ok_or("has an option without `const`")?;
    Ok(match keys.get("title").and_then(json::string) {
        Some(title) => SelectOption::new(value).titled(title),
        None => SelectOption::new(value),
    })
}

fn set_default(kind: &mut Kind, value: FieldValue) {
    match (kind, value) {
        (Kind::Text(text), FieldValue::Text(value)) => text.default = Some(value),
        (Kind::Select(select), FieldValue::Text(value)) => select.default = Some(value),
        (Kind::Integer(integer), FieldValue::Integer(value)) => integer.default = Some(value),
        (Kind::Number(number), FieldValue::Number(value)) => number.default = Some(value),
        (Kind::Boolean(boolean), FieldValue::Boolean(value)) => boolean.default = Some(value),
        (Kind::MultiSelect(select), FieldValue::Selected(values)) => select.default = Some(values),
        // `check::read` gives the value of the kind it was asked for.
        _ => {}
    }
}

fn bound(keys: &Entries<'_>, key: &str) -> Result<Option<i128>, String> {
    let Some(json) = keys.get(key) else { return Ok(None) };
    match whole(json.get()) {
        Some(Whole::Exactly(number)) => Ok(Some(number)),
        Some(Whole::Fraction | Whole::Huge) | None => {
            Err(format!("has a `{key}` that is not a whole number"))
        }
    }
}

fn float(keys: &Entries<'_>, key: &str) -> Result<Option<f64>, String> {
    let Some(json) = keys.get(key) else { return Ok(None) };
    if json::sort(json) != Sort::Number {
        return Err(format!("has a `{key}` that is not a number"));
    }
    json.get().parse().map(Some).map_err(|_| format!("has a `{key}` that is not a number"))
}

fn count(keys: &Entries<'_>, key: &str) -> Result<Option<usize>, String> {
    let number = bound(keys, key)?;
    number
        .map(|number| usize::try_from(number).map_err(|_| format!("has a `{key}` below zero")))
        .transpose()
}
