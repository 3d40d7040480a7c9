//! What a type is, told by its name.
//!
//! A guess, good enough to say early and at the right token what is wrong. The runtime knows the
//! type itself, and checks again while the expansion is compiled.

use syn::{GenericArgument, PathArguments, Type};

/// What the type of a field looks like.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum Guess {
    /// `String`
    Text,
    /// An integer, with its range.
    Integer { least: i128, greatest: i128 },
    /// `f32`, `f64`
    Decimal,
    /// `bool`
    Boolean,
    /// `Vec`, `BTreeSet`
    List,
    /// Some other name: an enum, an alias, a type of another crate.
    Unknown,
}

impl Guess {
    /// Looks at the name of `ty`, and inside if it is an `Option`.
    pub(crate) fn of(ty: &Type) -> Self {
        let path = match ty {
            Type::Path(path) if path.qself.is_none() => &path.path,
            Type::Group(group) => return Self::of(&group.elem),
            Type::Paren(paren) => return Self::of(&paren.elem),
            _ => return Self::Unknown,
        };
        let Some(last) = path.segments.last() else { return Self::Unknown };
        if last.ident == "Option" {
            return match &last.arguments {
                PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                    Some(GenericArgument::Type(inner)) => Self::of(inner),
                    _ => Self::Unknown,
                },
                _ => Self::Unknown,
            };
        }
        Self::named(&last.ident.to_string())
    }

    fn named(name: &str) -> Self {
        match name {
            "String" => Self::Text,
            "f32" | "f64" => Self::Decimal,
            "bool" => Self::Boolean,
            "Vec" | "BTreeSet" => Self::List,
            "u8" => Self::within(u8::MIN, u8::MAX),
            "u16" => Self::within(u16::MIN, u16::MAX),
            "u32" => Self::within(u32::MIN, u32::MAX),
            "u64" | "usize" => Self::within(u64::MIN, u64::MAX),
            "i8" => Self::within(i8::MIN, i8::MAX),
            "i16" => Self::within(i16::MIN, i16::MAX),
            "i32" => Self::within(i32::MIN, i32::MAX),
            "i64" | "isize" => Self::within(i64::MIN, i64::MAX),
            _ => Self::Unknown,
        }
    }

    fn within(least: impl Into<i128>, greatest: impl Into<i128>) -> Self {
        Self::Integer { least: least.into(), greatest: greatest.into() }
    }

    /// What it is, in words.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer { .. } => "a whole number",
            Self::Decimal => "a number",
            Self::Boolean => "a `bool`",
            Self::List => "a list",
            Self::Unknown => "something else",
        }
    }
}
