//! Fields as an expansion of `#[derive(Elicit)]` describes them.

use std::collections::BTreeSet;

use crate::form::private::{Choice, ChoiceOption, FieldOf, computed, derived, field};
use crate::form::{FieldValue, Form};

use super::answer;

#[derive(Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Size {
    Small,
    Large,
}

impl Choice for Size {
    const OPTIONS: &'static [ChoiceOption] =
        &[ChoiceOption::new("S").titled("Small"), ChoiceOption::new("L").titled("Large")];

    fn from_name(name: &str) -> Option<Self> {
        match name {
            "S" => Some(Self::Small),
            "L" => Some(Self::Large),
            _ => None,
        }
    }

    fn to_name(&self) -> &'static str {
        match self {
            Self::Small => "S",
            Self::Large => "L",
        }
    }
}

fn schema<T>(field: &FieldOf<T>) -> String {
    derived([field.describe().optional()]).schema().to_owned()
}

fn property(json: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"x":{json}}}}}"#)
}

#[test]
fn narrow_types_bring_their_range() {
    for (schema, json) in [
        (schema(&field::<u8>("x")), r#"{"type":"integer","minimum":0,"maximum":255}"#),
        (schema(&field::<u64>("x")), r#"{"type":"integer","minimum":0}"#),
        (schema(&field::<i64>("x")), r#"{"type":"integer"}"#),
        (schema(&field::<i8>("x")), r#"{"type":"integer","minimum":-128,"maximum":127}"#),
        (schema(&field::<f32>("x")), r#"{"type":"number"}"#),
        (
            schema(&field::<u8>("x").minimum(1).or_integer(2)),
            r#"{"type":"integer","minimum":1,"maximum":255,"default":2}"#,
        ),
    ] {
        assert_eq!(schema, property(json));
    }
}

#[test]
fn what_the_form_allows_and_the_type_does_not_is_a_problem() {
    let number = field::<i64>("x");
    let problem = number.cannot_hold(Some(&FieldValue::Integer(i128::from(u64::MAX))));
    assert_eq!(
        problem,
        "must be a whole number from -9223372036854775808 to 9223372036854775807, not 18446744073709551615"
    );
    assert_eq!(number.read(Some(&FieldValue::Integer(i128::from(u64::MAX)))), None);
    assert_eq!(field::<f32>("x").read(Some(&FieldValue::Number(1e300))), None);
}

#[test]
fn options_become_variants() {
    let text = |name: &str| FieldValue::Text(name.to_owned());
    assert_eq!(field::<Size>("x").read(Some(&text("L"))), Some(Size::Large));
    assert_eq!(field::<Size>("x").read(Some(&text("XL"))), None);
    assert_eq!(field::<Option<Size>>("x").read(None), Some(None));

    let both = FieldValue::Selected(vec!["L".into(), "S".into()]);
    assert_eq!(field::<Vec<Size>>("x").read(Some(&both)), Some(vec![Size::Large, Size::Small]));
    assert_eq!(
        field::<BTreeSet<Size>>("x").read(Some(&both)),
        Some(BTreeSet::from([Size::Small, Size::Large]))
    );
}

#[test]
fn a_form_with_a_defect_accepts_nothing() {
    let broken = derived([field::<String>("x").pattern("(").describe()]);
    assert!(broken.defect().is_some());
    assert!(answer(&broken, r#"{"x":"("}"#).unwrap_err().to_string().starts_with("no answer"));

    let out_of_range = derived([field::<u8>("x").maximum(3).or(|| computed::<u8>(4)).describe()]);
    assert!(out_of_range.defect().is_some());
    assert!(answer(&out_of_range, "{}").is_err());
}

#[test]
fn a_computed_default_is_in_the_form() {
    let form: Form = derived([field::<Size>("x").or(|| computed::<Size>(Size::Large)).describe()]);
    assert_eq!(answer(&form, "{}").unwrap(), r#"{"x":"L"}"#);
}

#[cfg(all(feature = "chrono", feature = "email", feature = "jiff", feature = "url"))]
#[test]
fn dates_urls_and_addresses_are_read_as_themselves() {
    fn reads<T: crate::form::FormField>(format: &str, good: &str, bad: &str) {
        let x = field::<T>("x");
        let form = derived([x.describe()]);
        assert!(form.schema().contains(&format!(r#""format":"{format}""#)));
        let checked = answer(&form, &format!(r#"{{"x":"{good}"}}"#)).unwrap();
        assert_eq!(checked, format!(r#"{{"x":"{good}"}}"#));
        let value = x.read(Some(&FieldValue::Text(good.to_owned()))).unwrap();
        assert_eq!(value.to_value(), Some(FieldValue::Text(good.to_owned())));
        assert!(answer(&form, &format!(r#"{{"x":"{bad}"}}"#)).is_err());
    }

    reads::<jiff::civil::Date>("date", "2026-07-28", "2026-02-30");
    reads::<jiff::Timestamp>("date-time", "2026-07-28T12:00:00Z", "2026-07-28");
    reads::<chrono::NaiveDate>("date", "2026-07-28", "28.7.2026");
    reads::<chrono::DateTime<chrono::Utc>>("date-time", "2026-07-28T12:00:00Z", "noon");
    reads::<chrono::DateTime<chrono::FixedOffset>>("date-time", "2026-07-28T12:00:00+02:00", "");
    reads::<url::Url>("uri", "https://example.com/", "example.com");
    reads::<email_address::EmailAddress>("email", "ada@example.com", "ada");
}
