//! Each shape of a field, byte by byte.

use crate::Revision;
use crate::form::{
    Boolean, Field, Form, FormError, Format, Integer, Kind, MultiSelect, Number, Select, Text,
};

use super::{one, order};

#[track_caller]
fn writes(kind: impl Into<Kind>, property: &str) {
    let form = Form::builder().field(Field::new("x", kind).optional()).build().unwrap();
    assert_eq!(form.schema(), format!(r#"{{"type":"object","properties":{{"x":{property}}}}}"#));
}

#[test]
fn fields_keep_their_order_and_say_what_is_required() {
    assert_eq!(
        order().schema(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""size":{"type":"string","oneOf":[{"const":"S","title":"Small"},"#,
            r#"{"const":"M","title":"Medium"},{"const":"L","title":"Large"}]},"#,
            r#""qty":{"type":"integer","minimum":1,"maximum":3},"#,
            r#""note":{"type":"string"}},"#,
            r#""required":["size","qty"]}"#,
        )
    );
}

#[test]
fn every_kind_has_its_keywords() {
    writes(
        Text::new().min_length(0).max_length(9).format(Format::Email).pattern("^a"),
        r#"{"type":"string","minLength":0,"maxLength":9,"format":"email"}"#,
    );
    writes(Number::new().minimum(0.5).maximum(1), r#"{"type":"number","minimum":0.5,"maximum":1}"#);
    writes(Boolean::new(), r#"{"type":"boolean"}"#);
}

#[test]
fn an_enum_is_written_in_one_of_four_ways() {
    writes(Select::new(["a", "b"]), r#"{"type":"string","enum":["a","b"]}"#);
    writes(Select::new([("a", "A")]), r#"{"type":"string","oneOf":[{"const":"a","title":"A"}]}"#);
    writes(
        MultiSelect::new(["a", "b"]).min_items(1).max_items(2).default_value(["b"]),
        r#"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b"]},"default":["b"]}"#,
    );
    writes(
        MultiSelect::new([("a", "A")]),
        r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}"#,
    );
}

#[test]
fn defaults_that_are_false_are_still_defaults() {
    writes(Integer::new().default_value(0), r#"{"type":"integer","default":0}"#);
    writes(Number::new().default_value(0), r#"{"type":"number","default":0}"#);
    writes(Boolean::new().default_value(false), r#"{"type":"boolean","default":false}"#);
    writes(Text::new().default_value(""), r#"{"type":"string","default":""}"#);
}

#[test]
fn titles_are_escaped_and_lose_what_steers_a_terminal() {
    let field = Field::new("x", Text::new())
        .titled("a \"b\"\u{202e}\u{1b}[2J")
        .described("one\ntwo")
        .optional();
    let form = Form::builder().field(field).build().unwrap();

    assert!(form.schema().contains(r#""title":"a \"b\"[2J","description":"one two""#));
}

#[test]
fn the_two_newest_revisions_read_the_same_schema() {
    let form = order();
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        assert_eq!(form.schema_for(revision).unwrap(), form.schema());
    }
}

#[test]
fn a_client_of_2025_06_18_is_shown_names_and_only_defaults_that_it_knows() {
    let form = Form::builder()
        .field(Field::new("size", Select::new([("S", "Small")]).default_value("S")))
        .field(Field::new("gift", Boolean::new().default_value(false)))
        .field(Field::new("qty", Integer::new().default_value(1)))
        .build()
        .unwrap();

    assert_eq!(
        form.schema_for(Revision::V2025_06_18).unwrap(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""size":{"type":"string","enum":["S"],"enumNames":["Small"]},"#,
            r#""gift":{"type":"boolean","default":false},"#,
            r#""qty":{"type":"integer"}}}"#,
        )
    );
}

#[test]
fn what_a_revision_cannot_show_is_refused_by_name() {
    let tags = one("tags", MultiSelect::new(["a"]));
    let refused = tags.schema_for(Revision::V2025_06_18).unwrap_err();
    assert_eq!((refused.field(), refused.revision()), ("tags", Revision::V2025_06_18));
    assert_eq!(
        refused.to_string(),
        "field `tags` cannot be asked of a client that speaks 2025-06-18: the revision has no multi-select"
    );

    for revision in [Revision::V2024_11_05, Revision::V2025_03_26] {
        assert_eq!(order().schema_for(revision).unwrap_err().field(), "size");
    }
}

#[test]
fn a_form_that_nobody_could_fill_in_is_not_built() {
    let build = |fields: Vec<Field>| {
        let builder = fields.into_iter().fold(Form::builder(), super::super::FormBuilder::field);
        builder.build().unwrap_err().to_string()
    };
    let one = |kind: Kind| build(vec![Field::new("x", kind)]);

    assert_eq!(build(vec![]), FormError::Empty.to_string());
    let twice = vec![Field::new("x", Text::new()), Field::new("x", Boolean::new())];
    assert_eq!(build(twice), "two fields are named `x`");
    assert_eq!(one(Select::new([""; 0]).into()), "field `x` has no options");
    assert_eq!(one(Select::new(["a", "a"]).into()), "field `x` has the option `a` twice");
    assert_eq!(
        one(Integer::new().minimum(3).maximum(1).into()),
        "no value fits field `x`: its minimum is above its maximum"
    );
    assert_eq!(
        one(MultiSelect::new(["a"]).min_items(2).into()),
        "no value fits field `x`: it wants more options than may be taken"
    );
    assert_eq!(
        one(Integer::new().maximum(1).default_value(2).into()),
        "the default of field `x` must be a whole number of at most 1"
    );
    assert_eq!(
        one(Select::new(["a"]).default_value("b").into()),
        "the default of field `x` must be one of `a`"
    );
    assert!(one(Text::new().pattern("(").into()).starts_with("the pattern of field `x`"));
}
