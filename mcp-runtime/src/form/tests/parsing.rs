//! Schemas that others wrote.

use serde_json::value::RawValue;

use crate::Revision;
use crate::form::{
    Boolean, Field, Form, FormError, Format, Integer, Kind, MultiSelect, Number, Select,
    SelectOption, Text,
};

use super::order;

fn parse(schema: &str) -> Result<Form, FormError> {
    let schema: &RawValue = serde_json::from_str(schema).unwrap();
    Form::from_schema(schema)
}

fn property(property: &str) -> Result<Form, FormError> {
    parse(&format!(r#"{{"type":"object","properties":{{"x":{property}}}}}"#))
}

#[test]
fn what_is_written_is_read_back() {
    let form = Form::builder()
        .field(Field::new("plain", Select::new(["a", "b"]).default_value("b")).titled("Plain"))
        .field(Field::new("many", MultiSelect::new(["a", "b"]).min_items(1)).described("Some"))
        .field(Field::new("titled", MultiSelect::new([("a", "A")]).default_value(["a"])))
        .field(Field::new("text", Text::new().min_length(1).format(Format::Uri)))
        .field(Field::new("int", Integer::new().minimum(-1).maximum(u64::MAX).default_value(0)))
        .field(Field::new("num", Number::new().minimum(0.5)).optional())
        .field(Field::new("bool", Boolean::new().default_value(false)))
        .build()
        .unwrap();

    for form in [form, order()] {
        let read = parse(form.schema()).unwrap();
        assert_eq!(read.fields().len(), form.fields().len());
        assert_eq!(read.schema(), form.schema());
    }
}

#[test]
fn each_way_to_write_an_enum_keeps_its_titles() {
    for written in [
        r#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#,
        r#"{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"#,
        r#"{"enumNames":["A","B"],"x-more":1,"enum":["a","b"],"type":"string","description":null}"#,
    ] {
        let form = property(written).unwrap();
        let Some(Kind::Select(select)) = form.field("x").map(Field::kind) else {
            panic!("{written}")
        };
        let labels: Vec<&str> = select.options.iter().map(SelectOption::label).collect();
        assert_eq!(labels, ["A", "B"]);
    }
    let old = order().schema_for(Revision::V2025_06_18).unwrap().into_owned();
    assert_eq!(parse(&old).unwrap().schema(), order().schema());
}

#[test]
fn unknown_keywords_are_no_offence() {
    let form = parse(
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Order","type":"object",
            "additionalProperties":false,"properties":{"x":{"type":"string","format":"hostname"}}}"#,
    )
    .unwrap();
    assert_eq!(form.fields().len(), 1);
}

#[test]
fn what_forms_may_not_hold_is_refused_by_name() {
    for (schema, reason) in [
        ("[]", "it is not an object"),
        ("{}", "it has no `properties`"),
        (r#"{"properties":{}}"#, "its `type` is not `object`"),
        (
            r#"{"type":"object","properties":{"x":{"type":"boolean"}},"required":["y"]}"#,
            "`y` is required and is not there",
        ),
    ] {
        let told = parse(schema).unwrap_err().to_string();
        assert_eq!(told, format!("not the schema of a form: {reason}"));
    }
    for (written, reason) in [
        ("7", "is not an object"),
        (r##"{"$ref":"#/$defs/X"}"##, "has no `type`"),
        (r#"{"type":["string","null"]}"#, "has no `type`"),
        (r#"{"type":"object","properties":{}}"#, "is of type `object`, which a form cannot hold"),
        (
            r#"{"type":"array","items":{"type":"string"}}"#,
            "is a list of something other than options",
        ),
        (r#"{"type":"string","enum":[1]}"#, "has options that are not text"),
        (r#"{"type":"integer","minimum":0.5}"#, "has a `minimum` that is not a whole number"),
        (r#"{"type":"string","minLength":-1}"#, "has a `minLength` below zero"),
        (r#"{"type":"boolean","default":"no"}"#, "has a default that is not true or false"),
    ] {
        let told = property(written).unwrap_err().to_string();
        assert_eq!(told, format!("not the schema of a form: `x` {reason}"));
    }
    assert_eq!(parse(r#"{"type":"object","properties":{}}"#).unwrap_err(), FormError::Empty);
}
