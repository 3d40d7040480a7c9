//! Spellings of one value share a text, and different values never do.

use std::{collections::HashMap, fmt::Write as _, time::Instant};

use serde_json::Value;

use super::{NotCanonical, digest, write};

fn canonical(text: &str) -> Result<String, NotCanonical> {
    let mut out = Vec::new();
    write(text, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

fn same(spellings: &[&str]) {
    let first = canonical(spellings[0]).unwrap();
    for other in spellings {
        assert_eq!(canonical(other).unwrap(), first, "{other} is {}", spellings[0]);
        assert_eq!(digest(other), digest(spellings[0]));
    }
}

/// Small numbers that look random and are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

#[test]
fn a_number_is_its_decimal_value() {
    same(&[
        "1", "1.0", "1.000", "10e-1", "1E0", "1e+0", "1e-0", "0.1e1", "0.01E+2", "100e-2", "1e0000",
    ]);
    same(&["100", "1e2", "1E+2", "100.0", "0.1e3", "1000e-1"]);
    same(&["-1.5", "-15e-1", "-0.15e1", "-1.50"]);
    same(&["0", "-0", "0.0", "-0.0e5", "0e99999999999999999999999999", "0.000e-7"]);
    same(&["1e400", "10e399", "0.1e401", "1E+400"]);
    same(&["0.05", "5e-2", "0.5e-1", "0.0500"]);
    same(&["10.01", "1001e-2", "10.010"]);
}

#[test]
fn numbers_that_a_float_confuses_are_different() {
    assert_ne!(canonical("9007199254740993"), canonical("9007199254740992"));
    assert_ne!(canonical("0.1"), canonical("0.1000000000000000055511151231257827"));
    assert_ne!(canonical("1e400"), canonical("1e401"));
    assert_ne!(canonical("1e-400"), canonical("0"));
    assert_ne!(canonical("1"), canonical("-1"));
    assert_ne!(canonical("1"), canonical("\"1\""));
    assert_ne!(canonical("10"), canonical("1"));
}

#[test]
fn an_exponent_costs_what_its_digits_cost() {
    assert_eq!(canonical("1e99999999999999999").unwrap(), "1e99999999999999999");
    assert_eq!(canonical("1.5e-99999999999999999").unwrap(), "15e-100000000000000000");
    assert!(matches!(canonical("1e999999999999999999"), Err(NotCanonical::Exponent { .. })));
    let long = format!("1e{}", "9".repeat(1 << 20));
    assert!(matches!(canonical(&long), Err(NotCanonical::Exponent { .. })));
    let zeros = format!("1{}", "0".repeat(1 << 20));
    assert_eq!(canonical(&zeros).unwrap(), "1e1048576");
}

#[test]
fn members_are_in_the_order_of_utf_16() {
    // Of the code points, the last two would be the other way round.
    let text = r#"{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\r":4,"1":5,"\u0080":6,"\u00f6":7}"#;
    let sorted = "{\"\\r\":4,\"1\":5,\"\u{80}\":6,\"ö\":7,\"€\":3,\"😀\":2,\"\u{fb33}\":1}";
    assert_eq!(canonical(text).unwrap(), sorted);
}

#[test]
fn order_and_white_space_are_free_at_every_depth() {
    same(&[
        r#"{"a":[{"x":1,"y":{"m":null,"n":[]}},true],"b":{"c":"d","e":{}},"f":false}"#,
        r#"{"f":false,"b":{"e":{},"c":"d"},"a":[{"y":{"n":[],"m":null},"x":1},true]}"#,
        " {\t\"f\" : false ,\r\n \"a\":[ { \"y\":{\"n\":[ ],\"m\":null},\"x\":1.0 } , true ], \"b\":{\"e\":{ },\"c\":\"d\"}} ",
    ]);
    assert_ne!(canonical("[1,2]"), canonical("[2,1]"));
    assert_ne!(canonical(r#"{"a":{"b":1}}"#), canonical(r#"{"a":{},"b":1}"#));
}

#[test]
fn a_string_is_what_it_stands_for() {
    same(&[r#""é/\n\"""#, r#""\u00e9\/\u000a\u0022""#, r#""\u00E9/\u000A\"""#]);
    assert_eq!(
        canonical(r#""\u0001\u001F\b\f\t\\\u007f""#).unwrap(),
        "\"\\u0001\\u001f\\b\\f\\t\\\\\u{7f}\""
    );
    assert_eq!(canonical(r#""\u0000""#).unwrap(), r#""\u0000""#);
    // The same letter to a reader, but not the same string.
    assert_ne!(canonical("\"é\""), canonical("\"e\u{301}\""));
}

#[test]
fn a_name_that_is_there_twice_is_refused() {
    for text in
        [r#"{"a":1,"a":1}"#, r#"{"b":0,"a":1,"c":3,"\u0061":2}"#, r#"[{"x":{"a":1,"b":2,"a":3}}]"#]
    {
        assert!(matches!(canonical(text), Err(NotCanonical::DuplicateKey { .. })), "{text}");
    }
    assert!(canonical(r#"{"a":{"a":{"a":1}}}"#).is_ok());
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(canonical(&nested(128)).is_ok());
    assert_eq!(canonical(&nested(129)), Err(NotCanonical::TooDeep { at: 128 }));
    assert_eq!(canonical(&"[".repeat(1 << 20)), Err(NotCanonical::TooDeep { at: 128 }));
    let objects = format!("{}1{}", r#"{"a":"#.repeat(129), "}".repeat(129));
    assert!(matches!(canonical(&objects), Err(NotCanonical::TooDeep { .. })));
}

#[test]
fn what_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "}",
        "[",
        "[1,]",
        "[,]",
        "[1 2]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\\u+123\"",
        "\"\n\"",
        "\"\u{0}\"",
        "01",
        "-",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "--1",
        "0x1",
        "NaN",
        "Infinity",
        "tru",
        "truefalse",
        "nul",
        "1 1",
        "{} {}",
        "'a'",
        "[1]]",
        "\u{feff}1",
        "\u{a0}1",
        "-01",
    ] {
        assert!(matches!(canonical(text), Err(NotCanonical::Malformed { .. })), "{text:?}");
    }
}

#[test]
fn members_nested_out_of_order_cost_no_more_than_reading() {
    // If each object were moved by itself, this would move its inside a hundred times.
    let inside = format!("[{}0]", "0,".repeat(1 << 16));
    let text = format!("{}{inside}{}", r#"{"z":"#.repeat(100), r#","a":1}"#.repeat(100));
    let sorted = format!("{}{inside}{}", r#"{"a":1,"z":"#.repeat(100), "}".repeat(100));
    assert_eq!(canonical(&text).unwrap(), sorted);

    let time = |text: &str| {
        let once = || {
            let start = Instant::now();
            canonical(text).unwrap();
            start.elapsed()
        };
        (0..3).map(|_| once()).min().unwrap()
    };
    let (nested, flat) = (time(&text), time(&inside));
    assert!(nested < 10 * flat, "{nested:?} nested, {flat:?} flat");
}

/// A value at random, small numbers and few names so that members meet.
fn value(dice: &mut Dice, depth: usize) -> Value {
    let kinds = if depth == 0 { 4 } else { 6 };
    match dice.roll(kinds) {
        0 => Value::Null,
        1 => Value::from(dice.roll(2) == 0),
        2 => Value::from(i64::try_from(dice.roll(2001)).unwrap() - 1000),
        3 => Value::from(["", "a", "é\n", "😀", "\u{e000}", "\\\"", "\u{1}"][dice.roll(7)]),
        4 => (0..dice.roll(4)).map(|_| value(dice, depth - 1)).collect(),
        _ => {
            let names = ["", "a", "b", "B", "é\n", "😀", "\u{e000}", "\"", "\u{1}"];
            (0..dice.roll(5))
                .map(|_| (names[dice.roll(9)].to_owned(), value(dice, depth - 1)))
                .collect()
        }
    }
}

/// One of the many ways to write `value`.
fn spell(value: &Value, dice: &mut Dice, out: &mut String) {
    let space = |dice: &mut Dice| ["", "", " ", "\n\t"][dice.roll(4)];
    out.push_str(space(dice));
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            out.push_str(&number.to_string());
            out.push_str([".00", "0e-1", "E+0", ""][dice.roll(4)]);
        }
        Value::String(string) => spell_string(string, dice, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                spell(item, dice, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            for index in (1..members.len()).rev() {
                members.swap(index, dice.roll(index + 1));
            }
            out.push('{');
            for (index, (name, member)) in members.into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                out.push_str(space(dice));
                spell_string(name, dice, out);
                out.push_str(space(dice));
                out.push(':');
                spell(member, dice, out);
            }
            out.push('}');
        }
        word => out.push_str(&word.to_string()),
    }
    out.push_str(space(dice));
}

fn spell_string(string: &str, dice: &mut Dice, out: &mut String) {
    if dice.roll(2) == 0 {
        out.push_str(&serde_json::to_string(string).unwrap());
        return;
    }
    out.push('"');
    for unit in string.encode_utf16() {
        write!(out, "\\u{unit:04x}").unwrap();
    }
    out.push('"');
}

#[test]
fn every_spelling_of_a_value_has_its_text_and_no_other_value_has() {
    let mut dice = Dice(7);
    let mut known: HashMap<String, Value> = HashMap::new();
    for _ in 0..2000 {
        let value = value(&mut dice, 4);
        let plain = canonical(&value.to_string()).unwrap();
        for _ in 0..4 {
            let mut spelled = String::new();
            spell(&value, &mut dice, &mut spelled);
            assert_eq!(canonical(&spelled).unwrap(), plain, "{spelled}");
        }
        // It is JSON, it is its own canonical form, and it still means the same.
        assert_eq!(canonical(&plain).unwrap(), plain);
        if let Some(other) = known.insert(plain.clone(), value.clone()) {
            assert_eq!(other, value, "{plain} stands for both");
        }
    }
}

#[test]
fn reads_exactly_what_a_json_reader_reads() {
    let mut dice = Dice(11);
    let alphabet = br#"{}[]",:\u0019aeE.+-tn "#;
    let mut read = 0;
    for _ in 0..200_000 {
        let text: Vec<u8> =
            (0..=dice.roll(7)).map(|_| alphabet[dice.roll(alphabet.len())]).collect();
        let text = String::from_utf8(text).unwrap();
        let raw = serde_json::from_str::<&serde_json::value::RawValue>(&text);
        match canonical(&text) {
            Ok(_) => read += 1,
            Err(NotCanonical::Malformed { .. }) => assert!(raw.is_err(), "{text:?} is JSON"),
            Err(_) => continue,
        }
        // A skipped string may hold half a pair, which no reader that wants its text accepts.
        assert_eq!(raw.is_ok(), canonical(&text).is_ok(), "{text:?}");
    }
    assert!(read > 1000, "the alphabet made {read} values");
}
