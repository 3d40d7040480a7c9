//! Writes `requestedSchema`, as text, for the revision that a client speaks.
//!
//! Never through a JSON value: a map may sort its keys, and the order of the fields is the order in
//! which a user is asked. Nothing but the keywords of the specification's `PrimitiveSchema` is
//! written, as clients refuse what they do not know.

use std::borrow::Cow;
use std::fmt::Write;

use super::Form;
use super::error::UnsupportedField;
use super::field::Field;
use super::kind::{Kind, SelectOption, Text};
use super::value::FieldValue;
use crate::Revision;

/// Which keywords a client knows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Dialect {
    /// 2025-11-25 and newer.
    Current,
    /// 2025-06-18: `enumNames`, and only booleans have a default.
    First,
}

impl Form {
    /// The JSON text of `requestedSchema` for 2025-11-25 and newer.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The JSON text of `requestedSchema` for a client that speaks `revision`.
    ///
    /// # Errors
    ///
    /// [`UnsupportedField`] if the revision has no forms, or none with a multi-select.
    pub fn schema_for(&self, revision: Revision) -> Result<Cow<'_, str>, UnsupportedField> {
        let refuse = |field: &Field, reason| UnsupportedField {
            field: field.name().to_owned(),
            revision,
            reason,
        };
        if revision >= Revision::V2025_11_25 {
            return Ok(Cow::Borrowed(&self.schema));
        }
        if revision < Revision::V2025_06_18 {
            let first = self.fields.first();
            return first.map_or(Ok(Cow::Borrowed(self.schema())), |field| {
                Err(refuse(field, "the revision has no forms"))
            });
        }
        let multi = self.fields.iter().find(|field| matches!(field.kind(), Kind::MultiSelect(_)));
        match multi {
            Some(field) => Err(refuse(field, "the revision has no multi-select")),
            None => Ok(Cow::Owned(render(&self.fields, Dialect::First))),
        }
    }
}

/// The schema of `fields`, in their order.
pub(super) fn render(fields: &[Field], dialect: Dialect) -> String {
    let mut properties = Object::default();
    for field in fields {
        properties.entry(field.name(), property(field, dialect));
    }
    let mut schema = Object::default();
    schema.string("type", "object");
    schema.entry("properties", properties.end());
    let required: Vec<&str> =
        fields.iter().filter(|field| field.is_required()).map(Field::name).collect();
    if !required.is_empty() {
        schema.entry("required", array(required.into_iter().map(quoted)));
    }
    schema.end()
}

fn property(field: &Field, dialect: Dialect) -> String {
    let mut property = Object::default();
    property.string(
        "type",
        match field.kind() {
            Kind::Text(_) | Kind::Select(_) => "string",
            Kind::Integer(_) => "integer",
            Kind::Number(_) => "number",
            Kind::Boolean(_) => "boolean",
            Kind::MultiSelect(_) => "array",
        },
    );
    property.maybe("title", field.title().map(quoted));
    property.maybe("description", field.description().map(quoted));
    rules(field.kind(), dialect, &mut property);
    if dialect == Dialect::Current || matches!(field.kind(), Kind::Boolean(_)) {
        property.maybe("default", field.default_value().map(|value| written(&value)));
    }
    property.end()
}

fn rules(kind: &Kind, dialect: Dialect, property: &mut Object) {
    match kind {
        Kind::Text(Text { min_length, max_length, format, .. }) => {
            property.maybe("minLength", min_length.map(|length| length.to_string()));
            property.maybe("maxLength", max_length.map(|length| length.to_string()));
            property.maybe("format", format.map(|format| quoted(format.as_str())));
        }
        Kind::Integer(integer) => {
            property.maybe("minimum", integer.minimum.map(|number| number.to_string()));
            property.maybe("maximum", integer.maximum.map(|number| number.to_string()));
        }
        Kind::Number(number) => {
            property.maybe("minimum", number.minimum.map(decimal));
            property.maybe("maximum", number.maximum.map(decimal));
        }
        Kind::Boolean(_) => {}
        Kind::Select(select) if !is_titled(&select.options) => {
            property.entry("enum", values(&select.options));
        }
        Kind::Select(select) if dialect == Dialect::First => {
            property.entry("enum", values(&select.options));
            let labels = select.options.iter().map(|option| quoted(option.label()));
            property.entry("enumNames", array(labels));
        }
        Kind::Select(select) => property.entry("oneOf", titled(&select.options)),
        Kind::MultiSelect(select) => {
            property.maybe("minItems", select.min_items.map(|count| count.to_string()));
            property.maybe("maxItems", select.max_items.map(|count| count.to_string()));
            let mut items = Object::default();
            if is_titled(&select.options) {
                items.entry("anyOf", titled(&select.options));
            } else {
                items.string("type", "string");
                items.entry("enum", values(&select.options));
            }
            property.entry("items", items.end());
        }
    }
}

/// Whether any option is read as something other than its value. If one is, all need a title.
fn is_titled(options: &[SelectOption]) -> bool {
    options.iter().any(|option| option.title.is_some())
}

fn values(options: &[SelectOption]) -> String {
    array(options.iter().map(|option| quoted(&option.value)))
}

fn titled(options: &[SelectOption]) -> String {
    array(options.iter().map(|option| {
        let mut titled = Object::default();
        titled.string("const", &option.value);
        titled.string("title", option.label());
        titled.end()
    }))
}

/// A JSON object that is written entry by entry.
#[derive(Default)]
struct Object(String);

impl Object {
    fn entry(&mut self, key: &str, json: impl AsRef<str>) {
        let separator = if self.0.is_empty() { '{' } else { ',' };
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, "{separator}{}:{}", quoted(key), json.as_ref());
    }

    fn maybe(&mut self, key: &str, json: Option<String>) {
        if let Some(json) = json {
            self.entry(key, json);
        }
    }

    fn string(&mut self, key: &str, text: &str) {
        self.entry(key, quoted(text));
    }

    fn end(mut self) -> String {
        if self.0.is_empty() {
            self.0.push('{');
        }
        self.0.push('}');
        self.0
    }
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn quoted(text: impl AsRef<str>) -> String {
    serde_json::Value::from(text.as_ref()).to_string()
}

fn written(value: &FieldValue) -> String {
    match value {
        FieldValue::Number(number) => decimal(*number),
        value => value.to_string(),
    }
}

/// A number without a point where it needs none.
fn decimal(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
