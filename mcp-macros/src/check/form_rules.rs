//! Ranges, lengths and counts: on the right type, possible, and in order.

use proc_macro2::Ident;

use crate::diag::Diagnostics;
use crate::model::form::{Field, FieldOptions};
use crate::model::form_type::Guess;
use crate::parse::elicit_value::{Number, NumberValue};

/// A length says nothing about a number.
pub(super) fn rules_fit_the_type(field: &Field, diag: &mut Diagnostics) {
    for key in &field.options.keys {
        let Some((noun, fits)) = meant_for(key, field.guess) else { continue };
        if !fits {
            let ident = &field.ident;
            let is = field.guess.in_words();
            let help = match (field.guess, key.to_string().as_str()) {
                (Guess::Integer { .. } | Guess::Decimal, "min_length") => "use `minimum` instead",
                (Guess::Integer { .. } | Guess::Decimal, "max_length") => "use `maximum` instead",
                (Guess::Text, "minimum") => "use `min_length` instead",
                (Guess::Text, "maximum") => "use `max_length` instead",
                (Guess::List, "minimum" | "min_length") => "use `min_items` instead",
                (Guess::List, "maximum" | "max_length") => "use `max_items` instead",
                _ => "remove it, or change the type of the field",
            };
            diag.error(key, format_args!("`{key}` is for {noun}, and `{ident}` is {is}"), help);
        }
    }
}

/// What a rule is for, and whether a field of this type is that.
fn meant_for(key: &Ident, guess: Guess) -> Option<(&'static str, bool)> {
    if guess == Guess::Unknown {
        return None;
    }
    match key.to_string().as_str() {
        "minimum" | "maximum" => {
            Some(("numbers", matches!(guess, Guess::Integer { .. } | Guess::Decimal)))
        }
        "min_length" | "max_length" | "format" | "pattern" => Some(("text", guess == Guess::Text)),
        "min_items" | "max_items" => Some(("lists", guess == Guess::List)),
        _ => None,
    }
}

/// A bound that the type cannot reach bounds nothing.
pub(super) fn bounds_fit_the_type(field: &Field, diag: &mut Diagnostics) {
    let Guess::Integer { least, greatest } = field.guess else { return };
    let FieldOptions { minimum, maximum, .. } = &field.options;
    for number in [minimum, maximum].into_iter().flatten() {
        match number.value {
            NumberValue::Decimal(_) => diag.error(
                &number.at,
                format_args!("`{}` holds whole numbers only", field.ident),
                "write a bound without a fraction",
            ),
            NumberValue::Integer(value) if !(least..=greatest).contains(&value) => diag.error(
                &number.at,
                format_args!("the type of `{}` cannot hold {value}", field.ident),
                format_args!("write a bound from {least} to {greatest}"),
            ),
            NumberValue::Integer(_) => {}
        }
    }
}

/// No value is above the upper bound and below the lower.
pub(super) fn bounds_are_in_order(field: &Field, diag: &mut Diagnostics) {
    let options = &field.options;
    if are_crossed(options.minimum.as_ref(), options.maximum.as_ref())
        && let Some(minimum) = &options.minimum
    {
        let problem = format_args!("the minimum of `{}` is above its maximum", field.ident);
        diag.error(&minimum.at, problem, "swap them: no number is in this range");
    }
    for (least, most, noun) in [
        (&options.min_length, &options.max_length, "length"),
        (&options.min_items, &options.max_items, "number of items"),
    ] {
        if let (Some(least), Some(most)) = (least, most)
            && least.value > most.value
        {
            let ident = &field.ident;
            let problem = format_args!("the least {noun} of `{ident}` is above its greatest");
            diag.error(&least.at, problem, "swap them: nothing is in this range");
        }
    }
}

/// Whether the range is empty.
pub(super) fn are_crossed(minimum: Option<&Number>, maximum: Option<&Number>) -> bool {
    match (minimum, maximum) {
        (Some(minimum), Some(maximum)) => is_above(minimum.value, maximum.value),
        _ => false,
    }
}

/// Whether one number is above the other. Integers are compared exactly.
pub(super) fn is_above(left: NumberValue, right: NumberValue) -> bool {
    match (left, right) {
        (NumberValue::Integer(left), NumberValue::Integer(right)) => left > right,
        (left, right) => as_decimal(left) > as_decimal(right),
    }
}

#[expect(clippy::cast_precision_loss, reason = "compared with a decimal, which is no more precise")]
fn as_decimal(number: NumberValue) -> f64 {
    match number {
        NumberValue::Integer(integer) => integer as f64,
        NumberValue::Decimal(decimal) => decimal,
    }
}
