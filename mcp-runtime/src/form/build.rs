//! From fields to a form: every rule is checked against the others here, once.

use std::collections::BTreeSet;

use regex_lite::Regex;
use sha2::{Digest as _, Sha256};

use super::check::obeys;
use super::field::Field;
use super::kind::{Kind, SelectOption};
use super::{Form, FormError, schema};

/// Makes a [`Form`] from fields that are only known at run time.
#[derive(Debug, Default)]
#[must_use = "a builder does nothing until `build`"]
pub struct FormBuilder {
    fields: Vec<Field>,
}

impl FormBuilder {
    /// Adds a field below the others.
    pub fn field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// Makes the form.
    ///
    /// # Errors
    ///
    /// [`FormError`] says the first thing that is wrong with the fields: there are none, two have one
    /// name, no value can obey the rules of one, a default does not, a pattern does not compile.
    pub fn build(self) -> Result<Form, FormError> {
        let (form, mut errors) = assemble(self.fields);
        if errors.is_empty() { Ok(form) } else { Err(errors.swap_remove(0)) }
    }
}

/// The SHA-256 of everything that an answer is held to: the schema, and the patterns, which it does not show.
///
/// Each part is preceded by its length, so that no two forms give the same bytes.
fn fingerprint(schema: &str, fields: &[Field]) -> [u8; 32] {
    let patterns = fields.iter().map(|field| match field.kind() {
        Kind::Text(text) => text.pattern.as_deref().unwrap_or_default(),
        _ => "",
    });
    let mut hash = Sha256::new();
    for part in std::iter::once(schema).chain(patterns) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Makes a form of `fields`, sound or not, and says what is wrong with it.
pub(super) fn assemble(fields: Vec<Field>) -> (Form, Vec<FormError>) {
    let mut errors = Vec::new();
    if fields.is_empty() {
        errors.push(FormError::Empty);
    }
    let mut names = BTreeSet::new();
    let mut patterns = Vec::with_capacity(fields.len());
    for field in &fields {
        if !names.insert(field.name()) {
            errors.push(FormError::DuplicateField { field: field.name().to_owned() });
        }
        let pattern = compile(field).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        errors.extend(unsound(field, pattern.as_ref()));
        patterns.push(pattern);
    }
    let schema = schema::render(&fields, schema::Dialect::Current);
    let fingerprint = fingerprint(&schema, &fields);
    (Form { fields, schema, fingerprint, patterns, defect: None }, errors)
}

fn compile(field: &Field) -> Result<Option<Regex>, FormError> {
    let Kind::Text(text) = field.kind() else { return Ok(None) };
    let compiled = text.pattern.as_deref().map(Regex::new).transpose();
    compiled.map_err(|error| FormError::Pattern {
        field: field.name().to_owned(),
        reason: error.to_string(),
    })
}

/// What is wrong with the rules of `field`, or with its default under them.
fn unsound(field: &Field, pattern: Option<&Regex>) -> Option<FormError> {
    let name = || field.name().to_owned();
    let options = match field.kind() {
        Kind::Select(select) => Some(&select.options),
        Kind::MultiSelect(select) => Some(&select.options),
        _ => None,
    };
    if let Some(error) = options.and_then(|options| unsound_options(field, options)) {
        return Some(error);
    }
    if let Some(reason) = contradiction(field.kind()) {
        return Some(FormError::NoValue { field: name(), reason: reason.to_owned() });
    }
    let default = field.default_value()?;
    let fits = obeys(field.kind(), &default, pattern);
    (!fits).then(|| FormError::Default { field: name(), expected: field.kind().expected() })
}

/// Why no value can obey the rules.
fn contradiction(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Text(text) if crossed(text.min_length, text.max_length) => {
            Some("its least length is above its greatest")
        }
        Kind::Integer(integer) if crossed(integer.minimum, integer.maximum) => {
            Some("its minimum is above its maximum")
        }
        Kind::Number(number) if crossed(number.minimum, number.maximum) => {
            Some("its minimum is above its maximum")
        }
        Kind::Number(number) if !finite(number.minimum) || !finite(number.maximum) => {
            Some("its range is not finite")
        }
        Kind::MultiSelect(select)
            if crossed(select.min_items, select.max_items)
                || crossed(select.min_items, Some(select.options.len())) =>
        {
            Some("it wants more options than may be taken")
        }
        _ => None,
    }
}

fn crossed<N: PartialOrd>(minimum: Option<N>, maximum: Option<N>) -> bool {
    matches!((minimum, maximum), (Some(minimum), Some(maximum)) if minimum > maximum)
}

fn finite(bound: Option<f64>) -> bool {
    bound.is_none_or(f64::is_finite)
}

fn unsound_options(field: &Field, options: &[SelectOption]) -> Option<FormError> {
    let field = field.name().to_owned();
    if options.is_empty() {
        return Some(FormError::NoOptions { field });
    }
    let mut values = BTreeSet::new();
    let twice = options.iter().find(|option| !values.insert(&option.value))?;
    Some(FormError::DuplicateOption { field, option: twice.value.clone() })
}
