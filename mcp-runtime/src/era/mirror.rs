//! HTTP headers that repeat what is in the body, for whoever routes without reading bodies. Each must agree with it.
//!
//! Spec: 2026-07-28, basic/transports, "Standard Request Headers" and "Custom Headers from Tool Parameters".

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use serde_json::Value;

use crate::envelope::Envelope;
use crate::error::Refusal;

const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";

/// What stands in front of the name of a header that repeats an argument.
pub(crate) const PARAM: &str = "mcp-param-";

/// The headers of the request that brought a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror<'a>(pub(crate) &'a HeaderMap);

/// An argument that a header repeats.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Mirrored {
    /// The whole name of the header, in lower case.
    pub(crate) header: String,
    /// The names of the members that lead to the argument.
    pub(crate) path: Vec<String>,
}

impl<'h> Mirror<'h> {
    /// The version in the header is the one in the body.
    pub(crate) fn version(self, claim: &str) -> Result<(), Refusal> {
        repeats(VERSION, self.literal(VERSION)?, claim)
    }

    /// The method and the name in the headers are those in the body.
    pub(crate) fn method_and_name(self, request: &Envelope) -> Result<(), Refusal> {
        let method = request.method();
        repeats(METHOD, self.literal(METHOD)?, &method)?;
        if !matches!(&*method, "tools/call" | "prompts/get" | "resources/read") {
            return Ok(());
        }
        // A name that is missing, or no string, is for the method to complain about.
        match request.params().name.and_then(|name| request.string(name)) {
            Some(name) => repeats(NAME, self.decoded(NAME)?.as_deref(), &name),
            None => Ok(()),
        }
    }

    /// Every annotated argument has its header, with its value; one that is not there has none.
    pub(crate) fn arguments(self, mirrored: &[Mirrored], arguments: &str) -> Result<(), Refusal> {
        if mirrored.is_empty() {
            return Ok(());
        }
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
        for Mirrored { header, path } in mirrored {
            let value = path.iter().try_fold(&arguments, |value, name| value.get(name));
            let value = value.filter(|value| !value.is_null());
            let sent = self.decoded(header)?;
            match (sent, value) {
                (None, None) => {}
                (Some(_), None) => return Err(mismatch(header, "the body has no such argument")),
                (None, Some(_)) => return Err(mismatch(header, "it is missing")),
                (Some(sent), Some(value)) if same(&sent, value) => {}
                (Some(_), Some(_)) => return Err(mismatch(header, "the body says something else")),
            }
        }
        Ok(())
    }

    /// The value of a header that may be there once, as it stands there.
    fn literal(self, header: &str) -> Result<Option<&'h str>, Refusal> {
        let mut values = self.0.get_all(header).iter();
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(mismatch(header, "it is there twice"));
        }
        let text = value.to_str().map_err(|_| mismatch(header, "it is not plain ASCII"))?;
        Ok(Some(text.trim_matches([' ', '\t'])))
    }

    /// The value of a header that may have the base64 form.
    fn decoded(self, header: &str) -> Result<Option<Cow<'h, str>>, Refusal> {
        let Some(text) = self.literal(header)? else { return Ok(None) };
        let decoded = decode(text).ok_or_else(|| mismatch(header, "its base64 cannot be read"))?;
        Ok(Some(decoded))
    }
}

fn repeats(header: &str, sent: Option<&str>, body: &str) -> Result<(), Refusal> {
    match sent {
        None => Err(mismatch(header, "it is missing")),
        Some(sent) if sent == body => Ok(()),
        Some(_) => Err(mismatch(header, "the body says something else")),
    }
}

/// The value that a header stands for: itself, or what is between the markers of the base64 form.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let Some(inner) = inner else { return Some(Cow::Borrowed(text)) };
    let bytes = STANDARD.decode(inner).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// Whether a header says what an argument is. Whole numbers are compared as numbers.
fn same(sent: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => sent == text,
        Value::Bool(flag) => sent == if *flag { "true" } else { "false" },
        Value::Number(number) => {
            let text = number.to_string();
            whole(sent).is_some_and(|sent| whole(&text) == Some(sent)) || sent == text
        }
        _ => false,
    }
}

/// A whole number in the one spelling that whoever routes by it will look for, zeros behind a point aside.
fn whole(text: &str) -> Option<i128> {
    let digits = match text.split_once('.') {
        Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => {
            digits
        }
        Some(_) => return None,
        None => text,
    };
    let number: i128 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

fn mismatch(header: &str, problem: &str) -> Refusal {
    Refusal::HeaderMismatch(format!("header `{header}`: {problem}"))
}

/// The annotated arguments of an input schema.
///
/// # Errors
///
/// What is wrong with an annotation: its name, its place, or the type that it is on.
pub(crate) fn mirrored(schema: &Value) -> Result<Vec<Mirrored>, String> {
    let mut found = Vec::new();
    collect(schema, &mut Vec::new(), &mut found)?;
    let annotations = count(schema);
    if annotations > found.len() {
        return Err("`x-mcp-header` may only stand on arguments that are reached through \
                    `properties` alone, not inside lists or alternatives"
            .to_owned());
    }
    for (place, one) in found.iter().enumerate() {
        if found.iter().take(place).any(|other| other.header == one.header) {
            let name = one.header.trim_start_matches(PARAM);
            return Err(format!("two arguments have the `x-mcp-header` {name:?}"));
        }
    }
    Ok(found)
}

fn collect(
    schema: &Value,
    path: &mut Vec<String>,
    found: &mut Vec<Mirrored>,
) -> Result<(), String> {
    let Some(Value::Object(properties)) = schema.get("properties") else { return Ok(()) };
    for (name, schema) in properties {
        path.push(name.clone());
        if let Some(header) = schema.get("x-mcp-header") {
            let place = path.join(".");
            let header = header.as_str().filter(|name| is_token(name)).ok_or_else(|| {
                format!(
                    "argument `{place}`: its `x-mcp-header` {header} is not the name of a header"
                )
            })?;
            let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
            if !matches!(kind, "string" | "integer" | "boolean") {
                return Err(format!(
                    "argument `{place}`: an `x-mcp-header` may stand on text, whole numbers and booleans alone"
                ));
            }
            let header = format!("{PARAM}{}", header.to_ascii_lowercase());
            found.push(Mirrored { header, path: path.clone() });
        }
        collect(schema, path, found)?;
        path.pop();
    }
    Ok(())
}

/// How many annotations there are anywhere; a property of that name is none.
fn count(schema: &Value) -> usize {
    match schema {
        Value::Object(members) => members
            .iter()
            .map(|(key, member)| match (key.as_str(), member) {
                ("x-mcp-header", _) => 1,
                ("properties", Value::Object(inner)) => inner.values().map(count).sum(),
                ("default" | "enum" | "const" | "examples", _) => 0,
                _ => count(member),
            })
            .sum(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

fn is_token(name: &str) -> bool {
    let tchar = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(tchar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_is_literal_unless_it_has_both_markers() {
        assert_eq!(decode("=?base64?SGVsbG8=?=").as_deref(), Some("Hello"));
        assert_eq!(decode("SGVsbG8=").as_deref(), Some("SGVsbG8="));
        assert_eq!(decode("=?base64?SGVsbG8=").as_deref(), Some("=?base64?SGVsbG8="));
        assert_eq!(decode("=?base64??=").as_deref(), Some(""));
        for bad in ["=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?/w==?="] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(same("42", &json!(42)) && same("42.0", &json!(42)) && same("42", &json!(42.0)));
        assert!(!same("42.5", &json!(42)) && !same("x", &json!(42)));
        assert!(
            same("-7", &json!(-7)) && same("9007199254740993", &json!(9_007_199_254_740_993_i64))
        );
        for lookalike in ["+42", "042", "42.", ".42", " 42", "4_2", "42e0", "-0"] {
            assert!(!same(lookalike, &json!(42)), "{lookalike}");
        }
        assert!(same("true", &json!(true)) && !same("1", &json!(true)));
    }

    #[test]
    fn annotations_are_found_through_properties_alone() {
        let good = json!({"type":"object","properties":{
            "region":{"type":"string","x-mcp-header":"Region"},
            "inner":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
            "x-mcp-header":{"type":"string"}
        }});
        let headers: Vec<String> =
            mirrored(&good).unwrap().into_iter().map(|one| one.header).collect();
        assert!(headers.contains(&"mcp-param-region".to_owned()), "{headers:?}");
        assert!(headers.contains(&"mcp-param-n".to_owned()), "{headers:?}");
        for bad in [
            json!({"a":{"type":"string","x-mcp-header":""}}),
            json!({"a":{"type":"string","x-mcp-header":"a b"}}),
            json!({"a":{"type":"string","x-mcp-header":7}}),
            json!({"a":{"type":"number","x-mcp-header":"A"}}),
            json!({"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}),
            json!({"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}),
            json!({"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}),
        ] {
            assert!(mirrored(&json!({"type":"object","properties":bad})).is_err(), "{bad}");
        }
    }
}
