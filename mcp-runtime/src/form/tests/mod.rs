//! The bytes of schemas, and answers against rules.

mod answers;
mod derived;
mod parsing;
mod schemas;

use serde_json::value::RawValue;

use super::{Field, Form, FormProblems, Integer, Kind, Select, Text};

/// A size to pick, how many, and a note that may be left out.
fn order() -> Form {
    let sizes = Select::new([("S", "Small"), ("M", "Medium"), ("L", "Large")]);
    Form::builder()
        .field(Field::new("size", sizes))
        .field(Field::new("qty", Integer::new().minimum(1).maximum(3)))
        .field(Field::new("note", Text::new()).optional())
        .build()
        .unwrap()
}

fn one(name: &str, kind: impl Into<Kind>) -> Form {
    Form::builder().field(Field::new(name, kind)).build().unwrap()
}

/// What an answer comes to, as JSON.
fn answer(form: &Form, content: &str) -> Result<String, FormProblems> {
    let content: &RawValue = serde_json::from_str(content).unwrap();
    form.check(Some(content)).map(|checked| serde_json::to_string(&checked).unwrap())
}

/// What a person is told about an answer.
fn problem(form: &Form, content: &str) -> String {
    answer(form, content).unwrap_err().to_string()
}
