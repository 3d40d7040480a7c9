//! The values of options: literals, as nothing else can be checked while compiling.

use syn::{Expr, ExprLit, ExprUnary, Lit, LitStr, UnOp};

use crate::diag::Diagnostics;

use super::elicit::Entry;

/// A number literal, and where it stands.
pub(crate) struct Number {
    /// As it is written.
    pub(crate) at: Expr,
    /// What it is.
    pub(crate) value: NumberValue,
}

/// The value of a number literal.
#[derive(Clone, Copy)]
pub(crate) enum NumberValue {
    /// Without a point.
    Integer(i128),
    /// With a point or an exponent.
    Decimal(f64),
}

/// A length or a number of items, and where it stands.
pub(crate) struct Count {
    /// As it is written.
    pub(crate) at: Expr,
    /// What it is.
    pub(crate) value: usize,
}

/// A string literal.
pub(crate) fn text(entry: &Entry, diag: &mut Diagnostics) -> Option<LitStr> {
    if let Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) = &entry.value {
        return Some(text.clone());
    }
    wrong(entry, "a string literal", "\"…\"", diag);
    None
}

/// A number literal, with or without a minus.
pub(crate) fn number(entry: &Entry, diag: &mut Diagnostics) -> Option<Number> {
    let number = entry.value.as_ref().and_then(as_number);
    if number.is_none() {
        wrong(entry, "a number", "1", diag);
    }
    number
}

/// A number literal that counts something.
pub(crate) fn count(entry: &Entry, diag: &mut Diagnostics) -> Option<Count> {
    let number = entry.value.as_ref().and_then(as_number);
    let count = number.and_then(|number| match number.value {
        NumberValue::Integer(value) => {
            Some(Count { at: number.at, value: usize::try_from(value).ok()? })
        }
        NumberValue::Decimal(_) => None,
    });
    if count.is_none() {
        wrong(entry, "a whole number that is not negative", "1", diag);
    }
    count
}

/// An option that has no value.
pub(crate) fn flag(entry: &Entry, diag: &mut Diagnostics) -> bool {
    if let Some(value) = &entry.value {
        let key = &entry.key;
        let help = format_args!("write `{key}` alone, or leave it out");
        diag.error(value, format_args!("`{key}` takes no value"), help);
    }
    true
}

/// A path, also in quotes.
pub(crate) fn path(entry: &Entry, diag: &mut Diagnostics) -> Option<syn::Path> {
    let path = match &entry.value {
        Some(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => text.parse().ok(),
        _ => None,
    };
    if path.is_none() {
        wrong(entry, "a path", "renamed", diag);
    }
    path
}

/// Any expression.
pub(crate) fn any(entry: &Entry, diag: &mut Diagnostics) -> Option<Expr> {
    if entry.value.is_none() {
        wrong(entry, "a value", "…", diag);
    }
    entry.value.clone()
}

/// The number that `expr` is, if it is a literal.
pub(crate) fn as_number(expr: &Expr) -> Option<Number> {
    let (negative, literal) = match expr {
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => (true, expr.as_ref()),
        expr => (false, expr),
    };
    let Expr::Lit(ExprLit { lit, .. }) = literal else { return None };
    let value = match lit {
        Lit::Int(int) if int.suffix().starts_with('f') => decimal(int.base10_digits(), negative)?,
        Lit::Int(int) => {
            let value: i128 = int.base10_parse().ok()?;
            NumberValue::Integer(if negative { -value } else { value })
        }
        Lit::Float(float) => decimal(float.base10_digits(), negative)?,
        _ => return None,
    };
    Some(Number { at: expr.clone(), value })
}

fn decimal(digits: &str, negative: bool) -> Option<NumberValue> {
    let value: f64 = digits.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(NumberValue::Decimal(if negative { -value } else { value }))
}

fn wrong(entry: &Entry, takes: &str, example: &str, diag: &mut Diagnostics) {
    let key = &entry.key;
    let problem = format_args!("`{key}` takes {takes}");
    let help = format_args!("write `{key} = {example}`");
    match &entry.value {
        Some(value) => diag.error(value, problem, help),
        None => diag.error(key, problem, help),
    }
}
