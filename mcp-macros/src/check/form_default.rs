//! A default obeys the rules of its own field.

use syn::{Expr, ExprLit, Lit, LitStr};

use crate::diag::Diagnostics;
use crate::model::form::Field;
use crate::model::form_type::Guess;
use crate::parse::elicit_value::{Count, Number, NumberValue, as_number};

use super::form::is_another_kind;
use super::form_rules::{are_crossed, is_above};

/// Checks what a macro can see of the default; the options of an enum are checked by its expansion.
pub(super) fn default_obeys(field: &Field, diag: &mut Diagnostics) {
    let Some(default) = &field.options.default else { return };
    if is_another_kind(default, field.guess) {
        let example = match field.guess {
            Guess::Text => "\"…\"",
            Guess::Integer { .. } => "1",
            Guess::Decimal => "1.5",
            Guess::Boolean => "true",
            _ => "[\"…\"]",
        };
        let is = field.guess.in_words();
        let problem = format_args!("the default of `{}` is not {is}", field.ident);
        diag.error(default, problem, format_args!("write `default = {example}`"));
    } else if let Some(number) = as_number(default) {
        number_obeys(field, &number, diag);
    } else if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = default {
        text_obeys(field, text, diag);
    }
}

fn number_obeys(field: &Field, default: &Number, diag: &mut Diagnostics) {
    let (minimum, maximum) = (field.options.minimum.as_ref(), field.options.maximum.as_ref());
    if are_crossed(minimum, maximum) {
        return;
    }
    let mut least = minimum.map(|minimum| minimum.value);
    let mut greatest = maximum.map(|maximum| maximum.value);
    if let Guess::Integer { least: type_least, greatest: type_greatest } = field.guess {
        least = least.or(Some(NumberValue::Integer(type_least)));
        greatest = greatest.or(Some(NumberValue::Integer(type_greatest)));
    }
    let is_below = least.is_some_and(|least| is_above(least, default.value));
    let is_beyond = greatest.is_some_and(|greatest| is_above(default.value, greatest));
    if is_below || is_beyond {
        let range = match (least, greatest) {
            (Some(least), Some(greatest)) => {
                format!("from {} to {}", shown(least), shown(greatest))
            }
            (Some(least), None) => format!("of at least {}", shown(least)),
            (None, Some(greatest)) => format!("of at most {}", shown(greatest)),
            (None, None) => String::new(),
        };
        let problem = format_args!("the default of `{}` is outside its range", field.ident);
        diag.error(&default.at, problem, format_args!("write a number {range}"));
    }
}

fn shown(number: NumberValue) -> String {
    match number {
        NumberValue::Integer(integer) => integer.to_string(),
        NumberValue::Decimal(decimal) => decimal.to_string(),
    }
}

fn text_obeys(field: &Field, default: &LitStr, diag: &mut Diagnostics) {
    if field.guess != Guess::Text {
        return;
    }
    let length = default.value().chars().count();
    let value = |count: &Option<Count>| count.as_ref().map(|count| count.value);
    let (least, most) = (value(&field.options.min_length), value(&field.options.max_length));
    if least > most && most.is_some() {
        return;
    }
    if let Some(least) = least.filter(|least| length < *least) {
        let problem = format_args!("the default of `{}` is too short", field.ident);
        diag.error(default, problem, format_args!("write at least {least} characters"));
    }
    if let Some(most) = most.filter(|most| length > *most) {
        let problem = format_args!("the default of `{}` is too long", field.ident);
        diag.error(default, problem, format_args!("write at most {most} characters"));
    }
}
