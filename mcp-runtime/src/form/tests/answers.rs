//! Answers, good and bad, and what a person is told about them.

use crate::form::{
    Boolean, Confirmed, Elicit, Field, Form, Format, Integer, MultiSelect, Number, Read, Select,
    Text, read,
};
use serde_json::value::RawValue;

use super::{answer, one, order, problem};

#[test]
fn a_whole_number_is_one_by_value() {
    for (qty, told) in [
        ("2", None),
        ("2.0", None),
        ("2e0", None),
        ("2.5", Some("`qty` must be a whole number from 1 to 3, not 2.5")),
        ("\"2\"", Some("`qty` must be a whole number from 1 to 3, not \"2\"")),
        ("4", Some("`qty` must be a whole number from 1 to 3, not 4")),
        ("true", Some("`qty` must be a whole number from 1 to 3, not true")),
        ("[2]", Some("`qty` must be a whole number from 1 to 3, not that list")),
        ("{}", Some("`qty` must be a whole number from 1 to 3, not an object")),
        ("null", Some("`qty` is missing: it must be a whole number from 1 to 3")),
    ] {
        let content = format!(r#"{{"size":"S","qty":{qty}}}"#);
        let told_now = answer(&order(), &content).err().map(|problems| problems.to_string());
        assert_eq!(told_now.as_deref(), told, "{qty}");
    }
}

#[test]
fn large_whole_numbers_stay_exact() {
    let form = one("n", Integer::new());
    for number in ["9007199254740993", "18446744073709551615", "-9223372036854775808"] {
        let content = format!(r#"{{"n":{number}}}"#);
        assert_eq!(answer(&form, &content).unwrap(), content);
    }
    assert!(answer(&form, r#"{"n":18446744073709551616}"#).is_err());
    assert!(answer(&form, r#"{"n":1e400}"#).is_err());
}

#[test]
fn a_number_may_have_a_fraction_and_is_finite() {
    let form = one("n", Number::new().minimum(0));
    assert_eq!(answer(&form, r#"{"n":1.5}"#).unwrap(), r#"{"n":1.5}"#);
    assert_eq!(problem(&form, r#"{"n":-1}"#), "`n` must be a number of at least 0, not -1");
    assert!(answer(&form, r#"{"n":1e999}"#).is_err());
}

#[test]
fn every_mistake_is_told_at_once() {
    assert_eq!(
        problem(&order(), r#"{"size":"XL","qty":4,"note":7}"#),
        "`size` must be one of `Small`, `Medium`, `Large`, not \"XL\"; \
         `qty` must be a whole number from 1 to 3, not 4; \
         `note` must be text, not 7"
    );
}

#[test]
fn no_content_is_an_answer_without_fields() {
    assert!(order().check(None).is_err());
    assert_eq!(
        problem(&order(), "null"),
        "`size` is missing: it must be one of `Small`, `Medium`, `Large`; \
         `qty` is missing: it must be a whole number from 1 to 3"
    );
    assert_eq!(problem(&order(), "[]"), "the answer must be a JSON object");
}

#[test]
fn optional_fields_may_be_absent_null_or_empty() {
    for (note, kept) in [("", ""), (r#","note":null"#, ""), (r#","note":"""#, r#","note":"""#)] {
        let content = format!(r#"{{"size":"S","qty":1{note}}}"#);
        let expected = format!(r#"{{"size":"S","qty":1{kept}}}"#);
        assert_eq!(answer(&order(), &content).unwrap(), expected);
    }
}

#[test]
fn an_empty_text_leaves_out_a_field_that_cannot_be_empty() {
    let date = || Field::new("day", Text::new().format(Format::Date));
    let optional = Form::builder().field(date().optional()).build().unwrap();
    assert_eq!(answer(&optional, r#"{"day":""}"#).unwrap(), "{}");

    let required = Form::builder().field(date()).build().unwrap();
    assert_eq!(
        problem(&required, r#"{"day":""}"#),
        "`day` must be a date such as 2026-07-28, not \"\""
    );
}

#[test]
fn a_field_that_was_left_out_takes_its_default() {
    let form = Form::builder()
        .field(Field::new("gift", Boolean::new().default_value(false)))
        .field(Field::new("qty", Integer::new().default_value(0)))
        .field(Field::new("note", Text::new().default_value("")))
        .build()
        .unwrap();

    let defaults = r#"{"gift":false,"qty":0,"note":""}"#;
    assert_eq!(answer(&form, "{}").unwrap(), defaults);
    assert_eq!(answer(&form, r#"{"qty":null}"#).unwrap(), defaults);
    assert_eq!(answer(&form, r#"{"gift":true}"#).unwrap(), defaults.replace("false", "true"));
}

#[test]
fn unknown_keys_are_ignored_and_known_ones_count_once() {
    let form = order();
    let content = r#"{"x":{"y":[]},"qty":1,"__proto__":1,"x":2,"size":"M"}"#;
    assert_eq!(answer(&form, content).unwrap(), r#"{"size":"M","qty":1}"#);
    assert_eq!(problem(&form, r#"{"size":"S","qty":1,"qty":1}"#), "`qty` was sent more than once");
    assert_eq!(
        problem(&form, r#"{"size":"S","qty":1,"q\u0074y":1}"#),
        "`qty` was sent more than once"
    );
}

#[test]
fn lengths_are_counted_in_characters() {
    let form = one("name", Text::new().min_length(2).max_length(3));
    assert!(answer(&form, r#"{"name":"éé"}"#).is_ok());
    assert!(answer(&form, r#"{"name":"🦀🦀🦀"}"#).is_ok());
    assert_eq!(
        problem(&form, r#"{"name":"é"}"#),
        "`name` must be text of 2 to 3 characters, not \"é\""
    );
    assert!(answer(&form, r#"{"name":"abcd"}"#).is_err());
}

#[test]
fn a_pattern_is_checked_although_it_is_not_sent() {
    let form = one("code", Text::new().pattern("^[a-z]+$"));
    assert!(!form.schema().contains("pattern"));
    assert!(answer(&form, r#"{"code":"abc"}"#).is_ok());
    assert_eq!(
        problem(&form, r#"{"code":"ABC"}"#),
        "`code` must be text that matches `^[a-z]+$`, not \"ABC\""
    );
}

#[test]
fn a_multi_select_takes_each_option_once() {
    let form = one("tags", MultiSelect::new(["a", "b", "c"]).min_items(1).max_items(2));
    assert_eq!(answer(&form, r#"{"tags":["c","a"]}"#).unwrap(), r#"{"tags":["c","a"]}"#);
    for wrong in ["[]", r#"["a","a"]"#, r#"["d"]"#, r#"["a","b","c"]"#, r#"["a",1]"#, r#""a""#] {
        let told = problem(&form, &format!(r#"{{"tags":{wrong}}}"#));
        assert!(
            told.starts_with("`tags` must be 1 to 2 options out of `a`, `b`, `c`, not"),
            "{told}"
        );
    }
}

#[test]
fn what_is_echoed_is_short_and_harmless() {
    let form = one("size", Select::new(["S"]));
    let long = format!(r#"{{"size":"{}"}}"#, "x".repeat(1_000_000));
    let told = problem(&form, &long);
    assert!(told.ends_with(&format!("not \"{}…", "x".repeat(38))), "{told}");

    let told = problem(&form, "{\"size\":\"\u{202e}\u{85}evil\"}");
    assert_eq!(told, "`size` must be one of `S`, not \"evil\"");
}

#[test]
fn only_a_yes_confirms_and_a_no_is_no_mistake() {
    let read = |content: &str| {
        let content: &RawValue = serde_json::from_str(content).unwrap();
        read::<Confirmed>(Some(content))
    };

    assert!(matches!(read(r#"{"confirmed":true}"#), Ok(Read::Value(Confirmed { .. }))));
    assert!(matches!(read(r#"{"confirmed":false}"#), Ok(Read::Refused)));
    for wrong in ["{}", r#"{"confirmed":null}"#, r#"{"confirmed":"yes"}"#, r#"{"confirmed":1}"#] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        Confirmed::form().schema(),
        r#"{"type":"object","properties":{"confirmed":{"type":"boolean","title":"Yes, go on"}},"required":["confirmed"]}"#
    );
}

#[test]
fn no_answer_brings_the_server_down() {
    let form = Form::builder()
        .field(Field::new("a", Text::new().format(Format::DateTime).pattern(".")))
        .field(Field::new("b", Integer::new().minimum(0)))
        .field(Field::new("c", Number::new()))
        .field(Field::new("d", Boolean::new()))
        .field(Field::new("e", Select::new(["x"])))
        .field(Field::new("f", MultiSelect::new(["x"])))
        .build()
        .unwrap();
    let values = [
        "null",
        "true",
        "0",
        "-0.0",
        "-1",
        "1e-999999999999",
        "1E+999999999999",
        "\"\"",
        "\"x\"",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "\"２０２６-01-01\"",
        "[]",
        "[[[]]]",
        "[\"x\"]",
        "[null]",
        "{}",
        "{\"$ref\":\"#\"}",
    ];

    for name in ["a", "b", "c", "d", "e", "f", "", "\\ud800"] {
        for value in values {
            let Ok(content) = RawValue::from_string(format!(r#"{{"{name}":{value}}}"#)) else {
                continue;
            };
            let told = form.check(Some(&content)).unwrap_err().to_string();
            assert!(!told.is_empty());
        }
    }
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    if let Ok(content) = RawValue::from_string(deep) {
        assert!(form.check(Some(&content)).is_err());
    }
}
