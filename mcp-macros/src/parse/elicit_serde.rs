//! What `#[serde(…)]` says about names. Everything else in it is serde's.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

use crate::diag::Diagnostics;

use super::elicit::listed;

/// A way to write names of several words.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The cases, by the names that serde gives them.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

/// `#[serde(rename_all = "…")]`
pub(crate) fn rename_all(attrs: &[Attribute], diag: &mut Diagnostics) -> Option<Case> {
    let name = option(attrs, "rename_all")?;
    let case = CASES.iter().find(|(known, _)| *known == name.value()).map(|(_, case)| *case);
    if case.is_none() {
        let names: Vec<&str> = CASES.iter().map(|(name, _)| *name).collect();
        let problem = format_args!("no case is called `{}`", name.value());
        diag.error(&name, problem, format_args!("serde has {}", listed(&names)));
    }
    case
}

/// `#[serde(rename = "…")]`
pub(crate) fn rename(attrs: &[Attribute]) -> Option<LitStr> {
    option(attrs, "rename")
}

/// The string of a serde option, also if it is for deserializing only.
fn option(attrs: &[Attribute], key: &str) -> Option<LitStr> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident("serde"));
    let metas = attrs.filter_map(|attr| list(&attr.meta)).flatten();
    metas.filter(|meta| meta.path().is_ident(key)).find_map(|meta| match &meta {
        Meta::NameValue(pair) => string(&pair.value),
        Meta::List(_) => list(&meta)?
            .into_iter()
            .filter(|meta| meta.path().is_ident("deserialize"))
            .find_map(|meta| string(&meta.require_name_value().ok()?.value)),
        Meta::Path(_) => None,
    })
}

/// The options in the parentheses. What is malformed is serde's to report.
fn list(meta: &Meta) -> Option<Punctuated<Meta, Token![,]>> {
    meta.require_list().ok()?.parse_args_with(Punctuated::parse_terminated).ok()
}

fn string(expr: &Expr) -> Option<LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

impl Case {
    /// The name of a field in this case.
    pub(crate) fn of_field(self, field: &Ident) -> String {
        let name = field.unraw().to_string();
        // serde leaves a field alone in these two: it is in snake case already.
        if matches!(self, Self::Lower | Self::Snake) {
            return name;
        }
        self.join(name.split('_').map(str::to_owned))
    }

    /// The name of a variant in this case.
    pub(crate) fn of_variant(self, variant: &Ident) -> String {
        let name = variant.unraw().to_string();
        match self {
            Self::Pascal => name,
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => first(&name, |first| first.to_ascii_lowercase()),
            _ => self.join(humps(&name).into_iter()),
        }
    }

    fn join(self, words: impl Iterator<Item = String>) -> String {
        let capital = |word: &String| first(word, |first| first.to_ascii_uppercase());
        let words: Vec<String> = words.collect();
        match self {
            Self::Lower | Self::Snake => words.join("_").to_ascii_lowercase(),
            Self::Upper | Self::ScreamingSnake => words.join("_").to_ascii_uppercase(),
            Self::Kebab => words.join("-").to_ascii_lowercase(),
            Self::ScreamingKebab => words.join("-").to_ascii_uppercase(),
            Self::Pascal => words.iter().map(capital).collect(),
            Self::Camel => {
                let pascal: String = words.iter().map(capital).collect();
                first(&pascal, |first| first.to_ascii_lowercase())
            }
        }
    }
}

/// `name` with its first character changed.
fn first(name: &str, change: impl Fn(char) -> char) -> String {
    let mut characters = name.chars();
    let head = characters.next().map(change);
    head.into_iter().chain(characters).collect()
}

/// The words of a name in Pascal case, cut as serde cuts them: at every capital.
fn humps(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for character in name.chars() {
        match words.last_mut() {
            Some(word) if !character.is_uppercase() => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    words
}
