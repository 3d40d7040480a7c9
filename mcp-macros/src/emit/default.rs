//! The default of an argument, as a value and as a schema shows it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, ExprUnary, Lit, Type, UnOp};

use crate::parse::list::ungrouped;

/// A literal string becomes whatever string the argument is.
pub(crate) fn value(value: &Expr, ty: &Type) -> TokenStream {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if !is_scalar(ty) => {
            quote_spanned!(text.span()=> ::core::convert::From::from(#text))
        }
        _ => quote!(#value),
    }
}

/// Whether `ty` is certainly no string, so that rustc can say so in the plainest words.
fn is_scalar(ty: &Type) -> bool {
    const SCALARS: [&str; 16] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
        "u32", "u64", "u128", "usize",
    ];
    let Type::Path(path) = ty else { return false };
    SCALARS.iter().any(|scalar| path.path.is_ident(scalar))
}

/// The JSON of a default that is a literal.
pub(crate) fn json(value: &Expr) -> Option<String> {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Bool(flag) => Some(flag.value.to_string()),
            Lit::Float(number) => {
                let number = number.base10_parse::<f64>().ok()?;
                number.is_finite().then(|| number.to_string())
            }
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Str(text) => Some(json_string(&text.value())),
            _ => None,
        },
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match ungrouped(expr) {
            Expr::Lit(ExprLit { lit: Lit::Int(_) | Lit::Float(_), .. }) => {
                Some(format!("-{}", json(expr)?))
            }
            _ => None,
        },
        _ => None,
    }
}

fn json_string(text: &str) -> String {
    let mut json = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            control if control.is_ascii_control() => {
                let code = u32::from(control);
                json.extend(format!("\\u{code:04x}").chars());
            }
            _ => json.push(letter),
        }
    }
    json.push('"');
    json
}
