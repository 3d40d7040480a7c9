//! JSON Schemas that every client and model takes: self-contained, plain types, optional means absent.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, transform};
use serde_json::{Map, Value};

/// The schema of an argument: references inlined, no `null`, no `$schema`.
pub(crate) fn argument_of<T: JsonSchema>() -> Value {
    let mut schema = inlined::<T>();
    plain(&mut schema);
    schema
}

/// The schema of structured content: references inlined, no `$schema`; a `null` that serde writes may stand there.
pub(crate) fn output_of<T: JsonSchema>() -> Value {
    inlined::<T>()
}

/// Whether a schema refers to another one: its type contains itself, and cannot be inlined.
pub(crate) fn refers(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.contains_key("$ref") || members.values().any(refers),
        Value::Array(items) => items.iter().any(refers),
        _ => false,
    }
}

fn inlined<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let generator = SchemaGenerator::new(settings);
    let mut schema = generator.into_root_schema_for::<T>();
    transform::transform_subschemas(&mut |_: &mut schemars::Schema| {}, &mut schema);
    let mut schema = Value::from(schema);
    if let Value::Object(members) = &mut schema {
        members.remove("$schema");
        members.remove("title");
    } else if schema == Value::Bool(true) {
        schema = Value::Object(Map::new());
    }
    schema
}

/// Rewrites a schema into what the strictest of the widespread clients take.
fn plain(schema: &mut Value) {
    let Value::Object(members) = schema else {
        if *schema == Value::Bool(true) {
            *schema = Value::Object(Map::new());
        }
        return;
    };
    without_null(members);
    constants_as_enum(members);
    number_formats(members);
    if let Some(alternatives) = members.remove("oneOf") {
        members.insert("anyOf".to_owned(), alternatives);
    }
    for (key, member) in members.iter_mut() {
        match key.as_str() {
            "properties" | "patternProperties" | "$defs" => {
                if let Value::Object(inner) = member {
                    inner.values_mut().for_each(plain);
                }
            }
            "items" | "not" | "if" | "then" | "else" | "contains" => plain(member),
            "additionalProperties" if member.is_object() => plain(member),
            "anyOf" | "allOf" | "prefixItems" => {
                if let Value::Array(inner) = member {
                    inner.iter_mut().for_each(plain);
                }
            }
            _ => {}
        }
    }
}

/// Takes `null` out of types, enumerations and alternatives; one alternative that is left takes their place.
fn without_null(members: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            members.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(options)) = members.get_mut("enum") {
        options.retain(|option| !option.is_null());
    }
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        let Some(Value::Array(alternatives)) = members.get_mut(key) else { continue };
        alternatives.retain(|one| one.get("type").is_none_or(|name| name != "null"));
        if alternatives.len() > 1 {
            continue;
        }
        let Some(only) = alternatives.pop() else { continue };
        members.remove(key);
        if let Value::Object(inner) = only {
            for (name, value) in inner {
                members.entry(name).or_insert(value);
            }
            // What was inside may have such unions of its own.
            without_null(members);
        }
    }
}

/// A choice between constants (an enum with documented variants) is an enumeration; what the variants' docs say goes
/// into the description.
fn constants_as_enum(members: &mut Map<String, Value>) {
    if let Some(constant) = members.remove("const") {
        if constant.is_string() {
            members.entry("type").or_insert_with(|| "string".into());
        }
        members.insert("enum".to_owned(), Value::Array(vec![constant]));
        return;
    }
    let Some(Value::Array(variants)) = members.get("oneOf") else { return };
    let mut options = Vec::new();
    let mut notes = Vec::new();
    for variant in variants {
        let listed = variant.get("enum").and_then(Value::as_array).cloned();
        let Some(values) = variant.get("const").map(|one| vec![one.clone()]).or(listed) else {
            return;
        };
        if !values.iter().all(Value::is_string) {
            return;
        }
        if let (Some(text), [one]) = (variant.get("description"), values.as_slice()) {
            notes.push(format!("{one}: {}", text.as_str().unwrap_or_default()));
        }
        options.extend(values);
    }
    members.remove("oneOf");
    members.insert("type".to_owned(), "string".into());
    members.insert("enum".to_owned(), Value::Array(options));
    if !notes.is_empty() {
        let before = members.get("description").and_then(Value::as_str).unwrap_or_default();
        let gap = if before.is_empty() { "" } else { "\n" };
        let description = format!("{before}{gap}{}", notes.join("\n"));
        members.insert("description".to_owned(), description.into());
    }
}

/// Names of Rust's number types say nothing to a client, and some refuse what they do not know.
fn number_formats(members: &mut Map<String, Value>) {
    let is_number =
        matches!(members.get("type").and_then(Value::as_str), Some("integer" | "number"));
    if is_number {
        members.remove("format");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Address {
        /// Street and number
        street: String,
        floor: Option<i32>,
        kind: Option<Kind>,
        tags: Option<Vec<String>>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        /// Where one lives
        Home,
        Work,
    }

    #[test]
    fn optional_is_absent_and_everything_is_in_its_place() {
        let schema = argument_of::<Address>();
        let text = schema.to_string();
        for word in ["null", "$ref", "$defs", "$schema", "oneOf", "anyOf", "format", "title"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        assert_eq!(schema["required"], json!(["street"]));
        assert_eq!(schema["properties"]["floor"], json!({"type": "integer"}));
        assert_eq!(
            schema["properties"]["tags"],
            json!({"type": "array", "items": {"type": "string"}})
        );
        assert_eq!(schema["properties"]["kind"]["enum"], json!(["work", "home"]));
        let note = schema["properties"]["kind"]["description"].as_str().unwrap();
        assert_eq!(note, "\"home\": Where one lives");
    }

    #[test]
    fn any_value_is_an_empty_schema() {
        assert_eq!(argument_of::<Value>(), json!({}));
        assert_eq!(argument_of::<Option<bool>>(), json!({"type": "boolean"}));
    }

    #[test]
    fn a_type_inside_itself_still_refers() {
        #[derive(Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "only its schema is looked at")]
        struct Tree {
            children: Vec<Tree>,
        }
        assert!(refers(&argument_of::<Tree>()));
        assert!(!refers(&argument_of::<Address>()));
    }
}
