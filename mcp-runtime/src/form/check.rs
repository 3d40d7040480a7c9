//! Checks an answer against its form: every rule, every field, all mistakes at once.
//!
//! The client is not trusted to have checked anything. What is not an answer to the form (unknown
//! keys) is ignored; what could be read in two ways (a key twice) is refused.

use regex_lite::Regex;
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::Form;
use super::error::{FormProblem, FormProblems};
use super::field::Field;
use super::json::{self, Entries, Sort};
use super::kind::{Integer, Kind, MultiSelect, Text};
use super::number::{Whole, whole};
use super::value::FieldValue;
use super::words::echo;

/// An answer that obeys its form. Only [`Form::check`] makes one.
///
/// It serializes to the object that a client sends: defaults filled in, unknown keys gone, in the
/// order of the fields.
#[derive(Clone, Debug)]
pub struct Checked<'form> {
    form: &'form Form,
    /// One for each field, by position; `None` for an optional field that was left out.
    values: Vec<Option<FieldValue>>,
}

impl Checked<'_> {
    /// The value of the field with this name: what was sent, or else its default.
    ///
    /// `None` if the field is optional and was left out, or if there is no such field.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&FieldValue> {
        let mut pairs = self.form.fields().iter().zip(&self.values);
        pairs.find(|(field, _)| field.name() == name).and_then(|(_, value)| value.as_ref())
    }
}

impl Serialize for Checked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.form.fields().iter().zip(&self.values);
        serializer
            .collect_map(pairs.filter_map(|(field, value)| Some((field.name(), value.as_ref()?))))
    }
}

impl Form {
    /// Checks `content`, an answer to this form.
    ///
    /// `null` is a field that was left out, and so is an empty text where an optional field without
    /// a default could not be empty (clients send it for a date that nobody picked). A field that
    /// was left out takes its default.
    ///
    /// # Errors
    ///
    /// [`FormProblems`] names every field that is missing or does not obey its rules.
    pub fn check(&self, content: Option<&RawValue>) -> Result<Checked<'_>, FormProblems> {
        if let Some(defect) = &self.defect {
            return Err(FormProblems::one(FormProblem::of_the_whole(&format!(
                "no answer can be accepted, as the form has a defect: {defect}"
            ))));
        }
        let content = content.filter(|content| json::sort(content) != Sort::Null);
        let entries = match content {
            None => Entries(Vec::new()),
            Some(content) => Entries::of(content).ok_or_else(|| {
                FormProblems::one(FormProblem::of_the_whole("the answer must be a JSON object"))
            })?,
        };

        let duplicates = entries.duplicates();
        let mut problems = Vec::new();
        let mut values = Vec::with_capacity(self.fields.len());
        for (field, pattern) in self.fields.iter().zip(&self.patterns) {
            let read = if duplicates.contains(&field.name()) {
                Err("was sent more than once".to_owned())
            } else {
                value_of(field, pattern.as_ref(), entries.get(field.name()))
            };
            match read {
                Ok(value) => values.push(value),
                Err(problem) => problems.push(FormProblem::at(field.name(), problem)),
            }
        }
        FormProblems::unless(problems, Checked { form: self, values })
    }
}

/// The value of one field, or what is wrong with it.
fn value_of(
    field: &Field,
    pattern: Option<&Regex>,
    json: Option<&RawValue>,
) -> Result<Option<FieldValue>, String> {
    let Some(json) = json else { return left_out(field) };
    let value = read(field.kind(), json).filter(|value| obeys(field.kind(), value, pattern));
    if value.is_some() {
        return Ok(value);
    }
    let is_blank = json::string(json).is_some_and(|text| text.is_empty());
    if is_blank && !field.is_required() && field.default_value().is_none() {
        return Ok(None);
    }
    Err(format!("must be {}, not {}", field.kind().expected(), shown(json)))
}

fn left_out(field: &Field) -> Result<Option<FieldValue>, String> {
    if field.is_required() {
        Err(format!("is missing: it must be {}", field.kind().expected()))
    } else {
        Ok(field.default_value())
    }
}

/// What was sent, as a person is told about it.
fn shown(json: &RawValue) -> String {
    match json::sort(json) {
        Sort::Array => "that list".to_owned(),
        Sort::Object => "an object".to_owned(),
        _ => echo(json.get()),
    }
}

/// Reads JSON as a value of `kind`, whatever its rules.
pub(super) fn read(kind: &Kind, json: &RawValue) -> Option<FieldValue> {
    let text = json.get();
    let value = match kind {
        Kind::Text(_) | Kind::Select(_) => FieldValue::Text(json::string(json)?),
        Kind::Integer(_) => match whole(text)? {
            Whole::Exactly(number) => FieldValue::Integer(number),
            Whole::Fraction | Whole::Huge => return None,
        },
        Kind::Number(_) if json::sort(json) == Sort::Number => {
            FieldValue::Number(text.parse().ok().filter(|number: &f64| number.is_finite())?)
        }
        Kind::Number(_) => return None,
        Kind::Boolean(_) => FieldValue::Boolean(serde_json::from_str(text).ok()?),
        Kind::MultiSelect(_) => FieldValue::Selected(json::strings(json)?),
    };
    Some(value)
}

/// Whether `value` is of this kind and obeys every rule of it.
pub(super) fn obeys(kind: &Kind, value: &FieldValue, pattern: Option<&Regex>) -> bool {
    match (kind, value) {
        (Kind::Text(rules), FieldValue::Text(text)) => text_obeys(rules, text, pattern),
        (Kind::Integer(rules), FieldValue::Integer(number)) => integer_obeys(rules, *number),
        (Kind::Number(rules), FieldValue::Number(number)) => {
            number.is_finite() && within(number, rules.minimum.as_ref(), rules.maximum.as_ref())
        }
        (Kind::Boolean(_), FieldValue::Boolean(_)) => true,
        (Kind::Select(rules), FieldValue::Text(value)) => {
            rules.options.iter().any(|option| option.value == *value)
        }
        (Kind::MultiSelect(rules), FieldValue::Selected(values)) => selection_obeys(rules, values),
        _ => false,
    }
}

fn text_obeys(rules: &Text, text: &str, pattern: Option<&Regex>) -> bool {
    let is_short_enough = rules.max_length.is_none_or(|most| text.chars().nth(most).is_none());
    // Only a text that is short enough is searched: a pattern over megabytes takes its time.
    is_short_enough
        && rules.min_length.is_none_or(|least| text.chars().take(least).count() == least)
        && rules.format.is_none_or(|format| format.admits(text))
        && pattern.is_none_or(|pattern| pattern.is_match(text))
}

/// Without rules of its own, a whole number still fits in 64 bits, with or without a sign.
fn integer_obeys(rules: &Integer, number: i128) -> bool {
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&number)
        && within(&number, rules.minimum.as_ref(), rules.maximum.as_ref())
}

fn within<N: PartialOrd>(number: &N, minimum: Option<&N>, maximum: Option<&N>) -> bool {
    minimum.is_none_or(|minimum| number >= minimum)
        && maximum.is_none_or(|maximum| number <= maximum)
}

fn selection_obeys(rules: &MultiSelect, values: &[String]) -> bool {
    let is_option = |value: &String| rules.options.iter().any(|option| option.value == *value);
    // The options differ, so more values than options must hold one twice; and the count bounds
    // the time that looking for it takes.
    let has_duplicate = values.len() > rules.options.len()
        || values
            .iter()
            .enumerate()
            .any(|(index, value)| values.iter().take(index).any(|it| it == value));
    !has_duplicate
        && values.iter().all(is_option)
        && within(&values.len(), rules.min_items.as_ref(), rules.max_items.as_ref())
}
