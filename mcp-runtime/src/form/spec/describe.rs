//! From the constant that an expansion built to the field of a form.

use super::super::field::Field;
use super::super::kind::{Boolean, Integer, Kind, MultiSelect, Number, Select, SelectOption, Text};
use super::super::types::ChoiceOption;
use super::super::value::FieldValue;
use super::super::words::echo;
use super::{Absent, FieldOf, Shape};

impl<T> FieldOf<T> {
    /// The field of a form that this describes.
    #[must_use]
    pub fn describe(&self) -> Field {
        let mut field = Field::new(self.name, self.kind());
        if let Some(title) = self.title {
            field = field.titled(title);
        }
        if let Some(description) = self.description {
            field = field.described(description);
        }
        if self.optional { field.optional() } else { field }
    }

    /// The name of the field.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The value of the field's type, or `None` if it cannot hold what was answered.
    pub(crate) fn read(&self, value: Option<&FieldValue>) -> Option<T> {
        (self.read)(value)
    }

    /// What a person is told about a value that obeys the form, and that the type cannot hold.
    pub(crate) fn cannot_hold(&self, value: Option<&FieldValue>) -> String {
        let expected = match self.shape {
            Shape::Integer { least, greatest } => {
                format!("a whole number from {least} to {greatest}")
            }
            _ => self.kind().expected(),
        };
        match value {
            None => format!("is missing: it must be {expected}"),
            Some(value) => format!("must be {expected}, not {}", echo(&value.to_string())),
        }
    }

    fn kind(&self) -> Kind {
        match self.shape {
            Shape::Text(_) => Kind::Text(Text {
                min_length: self.min_count,
                max_length: self.max_count,
                format: self.format,
                pattern: self.pattern.map(str::to_owned),
                default: self.text(),
            }),
            Shape::Integer { .. } => Kind::Integer(Integer {
                minimum: self.least,
                maximum: self.greatest,
                default: match self.default() {
                    Some(FieldValue::Integer(number)) => Some(number),
                    _ => None,
                },
            }),
            Shape::Number => Kind::Number(Number {
                minimum: self.minimum,
                maximum: self.maximum,
                default: match self.default() {
                    Some(FieldValue::Number(number)) => Some(number),
                    _ => None,
                },
            }),
            Shape::Boolean => Kind::Boolean(Boolean {
                default: match self.default() {
                    Some(FieldValue::Boolean(boolean)) => Some(boolean),
                    _ => None,
                },
            }),
            Shape::Select(choices) => {
                Kind::Select(Select { options: options(choices), default: self.text() })
            }
            Shape::MultiSelect(choices) => Kind::MultiSelect(MultiSelect {
                options: options(choices),
                min_items: self.min_count,
                max_items: self.max_count,
                default: match self.default() {
                    Some(FieldValue::Selected(names)) => Some(names),
                    _ => None,
                },
            }),
        }
    }

    fn text(&self) -> Option<String> {
        match self.default() {
            Some(FieldValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn default(&self) -> Option<FieldValue> {
        match self.absent {
            Absent::Nothing => None,
            Absent::Text(text) => Some(FieldValue::Text(text.to_owned())),
            Absent::Integer(number) => Some(FieldValue::Integer(number)),
            Absent::Number(number) => Some(FieldValue::Number(number)),
            Absent::Boolean(boolean) => Some(FieldValue::Boolean(boolean)),
            Absent::Selected(names) => {
                Some(FieldValue::Selected(names.iter().map(|&name| name.to_owned()).collect()))
            }
            Absent::Computed(default) => default(),
        }
    }
}

fn options(choices: &[ChoiceOption]) -> Vec<SelectOption> {
    let options = choices.iter().map(|choice| {
        let option = SelectOption::new(choice.value);
        match choice.title {
            Some(title) => option.titled(title),
            None => option,
        }
    });
    options.collect()
}
