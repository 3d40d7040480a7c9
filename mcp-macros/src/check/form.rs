//! What is wrong with a form or with the options of an enum.

use syn::{Expr, ExprLit, Lit};

use crate::diag::Diagnostics;
use crate::model::form::{Choice, Field, Item, Name, Shape};
use crate::model::form_type::Guess;

use super::form_default::default_obeys;
use super::form_rules::{bounds_are_in_order, bounds_fit_the_type, rules_fit_the_type};
use super::form_secret::asks_for_no_secret;

/// Reports everything that is wrong with `item`.
pub(crate) fn item(item: &Item, diag: &mut Diagnostics) {
    is_one_type(item, diag);
    match &item.shape {
        Shape::Form(fields) => form(item, fields, diag),
        Shape::Choices(choices) => options(item, choices, diag),
        Shape::Neither => {}
    }
}

fn form(item: &Item, fields: &[Field], diag: &mut Diagnostics) {
    has_fields(item, fields, diag);
    let names: Vec<&Name> = fields.iter().map(|field| &field.name).collect();
    names_differ(&names, "field", diag);
    for field in fields {
        format_is_known(field, diag);
        rules_fit_the_type(field, diag);
        bounds_fit_the_type(field, diag);
        bounds_are_in_order(field, diag);
        default_obeys(field, diag);
        asks_for_no_secret(field, diag);
    }
}

fn options(item: &Item, choices: &[Choice], diag: &mut Diagnostics) {
    has_options(item, choices, diag);
    let names: Vec<&Name> = choices.iter().map(|choice| &choice.name).collect();
    names_differ(&names, "option", diag);
    for choice in choices {
        holds_nothing(choice, diag);
    }
}

/// There is one form for a type, and one place to keep it.
fn is_one_type(item: &Item, diag: &mut Diagnostics) {
    let (generics, ident) = (&item.generics, &item.ident);
    if generics.params.is_empty() {
        return;
    }
    if generics.type_params().next().is_none() && generics.const_params().next().is_none() {
        let problem = format_args!("`{ident}` borrows, and an answer stands on its own");
        diag.error(
            generics,
            problem,
            "own what is in the fields, such as with `String` for `&str`",
        );
    } else {
        let problem = format_args!("`{ident}` is generic, and a form is one type");
        diag.error(generics, problem, "write one struct for each form, with the types filled in");
    }
}

/// Clients show a dialog in which nothing can be sent.
fn has_fields(item: &Item, fields: &[Field], diag: &mut Diagnostics) {
    if fields.is_empty() {
        diag.error(
            &item.ident,
            format_args!("`{}` has no fields to fill in", item.ident),
            "give it a field, or ask for a `Confirmed` if a plain yes is all you need",
        );
    }
}

fn has_options(item: &Item, choices: &[Choice], diag: &mut Diagnostics) {
    if choices.is_empty() {
        diag.error(
            &item.ident,
            format_args!("`{}` has no options to select from", item.ident),
            "give it at least one variant",
        );
    }
}

/// An answer has one value for a name.
fn names_differ(names: &[&Name], noun: &str, diag: &mut Diagnostics) {
    for (index, name) in names.iter().enumerate() {
        if names.iter().take(index).any(|earlier| earlier.text == name.text) {
            diag.error(
                &name.at,
                format_args!("another {noun} is already named `{}`", name.text),
                "give one of them another name, such as with `#[elicit(rename = \"…\")]`",
            );
        }
    }
}

/// What comes back is a name.
fn holds_nothing(choice: &Choice, diag: &mut Diagnostics) {
    if let Some(data) = &choice.data {
        diag.error(
            data,
            format_args!("`{}` holds data, which nobody can select", choice.ident),
            "remove the data, and ask for it in a field of the form",
        );
    }
}

fn format_is_known(field: &Field, diag: &mut Diagnostics) {
    const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];
    let Some(format) = &field.options.format else { return };
    if !FORMATS.contains(&format.value().as_str()) {
        diag.error(
            format,
            format_args!("forms have no format `{}`", format.value()),
            "use `email`, `uri`, `date` or `date-time`, or a `pattern`",
        );
    }
}

/// Whether `default` is a literal of another kind than the field.
pub(super) fn is_another_kind(default: &Expr, guess: Guess) -> bool {
    let literal = match default {
        Expr::Unary(unary) => unary.expr.as_ref(),
        Expr::Reference(reference) => reference.expr.as_ref(),
        expr => expr,
    };
    let fits: &[Guess] = match literal {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => &[Guess::Text],
        Expr::Lit(ExprLit { lit: Lit::Bool(_), .. }) => &[Guess::Boolean],
        Expr::Lit(ExprLit { lit: Lit::Float(_), .. }) => &[Guess::Decimal],
        Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => {
            return !matches!(guess, Guess::Integer { .. } | Guess::Decimal | Guess::Unknown);
        }
        Expr::Array(_) => &[Guess::List],
        Expr::Lit(_) => &[],
        _ => return false,
    };
    guess != Guess::Unknown && !fits.contains(&guess)
}
