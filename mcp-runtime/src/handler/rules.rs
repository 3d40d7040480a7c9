//! What an input schema says and serde does not check: ranges, lengths, enumerations.
//!
//! The schema that a client reads and the rules that its arguments are held to come from one place.

use serde_json::Value;

use super::explain;

/// The rules of a schema, for the places that have any.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// The part of the schema that has rules of its own.
    own: Option<Value>,
    pattern: Option<regex_lite::Regex>,
    members: Vec<(String, Rules)>,
    items: Option<Box<Rules>>,
}

/// How many broken rules of one argument are told.
pub(crate) const MOST: usize = 20;

/// A rule that is broken: where, what was expected, what is there.
pub(crate) type Broken<'v> = (String, String, &'v Value);

impl Rules {
    /// The rules of an object schema; `None` if there is nothing to check.
    ///
    /// # Errors
    ///
    /// The pattern that is no regular expression.
    pub(crate) fn of_schema(schema: &Value) -> Result<Option<Self>, String> {
        let own = has_rules(schema).then(|| schema.clone());
        let pattern = match schema.get("pattern").and_then(Value::as_str) {
            Some(pattern) => Some(
                regex_lite::Regex::new(pattern)
                    .map_err(|error| format!("the pattern {pattern:?} cannot be used: {error}"))?,
            ),
            None => None,
        };
        let mut members = Vec::new();
        if let Some(Value::Object(properties)) = schema.get("properties") {
            for (name, schema) in properties {
                if let Some(rules) = Self::of_schema(schema)? {
                    members.push((name.clone(), rules));
                }
            }
        }
        let items = match schema.get("items") {
            Some(schema) => Self::of_schema(schema)?.map(Box::new),
            None => None,
        };
        let nothing = own.is_none() && members.is_empty() && items.is_none();
        Ok((!nothing).then_some(Self { own, pattern, members, items }))
    }

    /// The rules of one member.
    pub(crate) fn of(&self, name: &str) -> Option<&Self> {
        self.members.iter().find(|(member, _)| member == name).map(|(_, rules)| rules)
    }

    /// The rules that `value` breaks, up to [`MOST`]: a model mends those first, and a large list of small mistakes
    /// does not become a far larger report.
    pub(crate) fn broken<'v>(&self, value: &'v Value) -> Vec<Broken<'v>> {
        let mut broken = Vec::new();
        self.look(value, "", &mut broken);
        broken
    }

    fn look<'v>(&self, value: &'v Value, path: &str, broken: &mut Vec<Broken<'v>>) {
        if value.is_null() || broken.len() >= MOST {
            return;
        }
        if let Some(schema) = &self.own
            && (!obeys(schema, value) || !self.matches(value))
        {
            let mut expected = explain::expected(schema, "").unwrap_or_default();
            if let Some(pattern) = &self.pattern {
                expected = format!("{expected} that matches {}", pattern.as_str());
            }
            broken.push((path.to_owned(), expected, value));
        }
        for (name, rules) in &self.members {
            if let Some(member) = value.get(name) {
                let dot = if path.is_empty() { "" } else { "." };
                rules.look(member, &format!("{path}{dot}{name}"), broken);
            }
        }
        if let (Some(rules), Some(items)) = (&self.items, value.as_array()) {
            for (place, item) in items.iter().enumerate() {
                if broken.len() >= MOST {
                    return;
                }
                rules.look(item, &format!("{path}[{place}]"), broken);
            }
        }
    }

    fn matches(&self, value: &Value) -> bool {
        match (&self.pattern, value.as_str()) {
            (Some(pattern), Some(text)) => pattern.is_match(text),
            _ => true,
        }
    }
}

const RULES: [&str; 10] = [
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
];

fn has_rules(schema: &Value) -> bool {
    // Alternatives are for serde to tell apart; objects are not, as it reads a struct from a list too.
    schema.get("anyOf").is_none()
        && (is_object(schema) || RULES.iter().any(|rule| schema.get(rule).is_some()))
}

fn is_object(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

fn obeys(schema: &Value, value: &Value) -> bool {
    if is_object(schema) && !value.is_object() {
        return false;
    }
    let rule = |name: &str| schema.get(name);
    let listed = rule("enum").and_then(Value::as_array).is_none_or(|all| all.contains(value));
    let number = value.as_f64().is_none_or(|number| {
        let bound = |name| rule(name).and_then(Value::as_f64);
        bound("minimum").is_none_or(|low| number >= low)
            && bound("maximum").is_none_or(|high| number <= high)
            && bound("exclusiveMinimum").is_none_or(|low| number > low)
            && bound("exclusiveMaximum").is_none_or(|high| number < high)
    });
    let length = |size: usize, low: &str, high: &str| {
        let size = size as u64;
        rule(low).and_then(Value::as_u64).is_none_or(|low| size >= low)
            && rule(high).and_then(Value::as_u64).is_none_or(|high| size <= high)
    };
    let text =
        value.as_str().is_none_or(|text| length(text.chars().count(), "minLength", "maxLength"));
    let list = value.as_array().is_none_or(|items| length(items.len(), "minItems", "maxItems"));
    listed && number && text && list
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_broken_rule_is_found_where_it_is_broken() {
        let schema = json!({"type":"object","properties":{
            "qty":{"type":"integer","minimum":1,"maximum":3},
            "tags":{"type":"array","maxItems":2,"items":{"type":"string","pattern":"^[a-z]+$"}},
            "free":{"type":"string"}
        }});
        let rules = Rules::of_schema(&schema).unwrap().unwrap();
        let value = json!({"qty":4,"tags":["a","B","c"],"free":"x"});
        let paths: Vec<String> = rules
            .broken(&value)
            .into_iter()
            .map(|(path, expected, _)| format!("{path}: {expected}"))
            .collect();
        assert_eq!(
            paths,
            [
                "qty: a whole number from 1 to 3",
                "tags: a list of at most 2 items, each a string",
                "tags[1]: a string that matches ^[a-z]+$",
            ]
        );
        assert!(rules.of("free").is_none());
        assert!(rules.broken(&json!({"qty":3,"tags":["a"]})).is_empty());
    }

    #[test]
    fn a_member_without_rules_costs_nothing() {
        let schema = json!({"type":"object","properties":{"a":{"type":"string"}}});
        assert!(Rules::of_schema(&schema).unwrap().unwrap().of("a").is_none());
    }

    #[test]
    fn a_large_list_of_mistakes_is_not_told_whole() {
        let schema = json!({"type":"object","properties":{
            "list":{"type":"array","items":{"type":"integer","minimum":1}}
        }});
        let rules = Rules::of_schema(&schema).unwrap().unwrap();
        let value = json!({"list": vec![0; 100_000]});
        assert_eq!(rules.broken(&value).len(), MOST);
    }

    #[test]
    fn an_object_is_not_a_list_of_its_members() {
        let schema = json!({"type":"object","properties":{
            "to":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}
        }});
        let rules = Rules::of_schema(&schema).unwrap().unwrap();
        let value = json!({"to":["Ulm"]});
        let broken: Vec<String> = rules.broken(&value).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(broken, ["to"]);
        assert!(rules.broken(&json!({"to":{"city":"Ulm"}})).is_empty());
    }
}
