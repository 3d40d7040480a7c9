//! The `name`, `name = value` lists of attributes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitBool, LitInt, LitStr, Meta, Path, Token};

use super::text::Text;
use crate::diag::Diagnostics;

/// One entry of a list.
pub(crate) struct Entry {
    pub(crate) name: Ident,
    /// What stands behind the `=`; a flag has none.
    pub(crate) value: Option<Expr>,
}

/// The entries of one attribute whose names are known, each name once.
pub(crate) struct List {
    entries: Vec<Entry>,
    /// Whether every entry was understood, so that one that is missing was not only misspelt.
    whole: bool,
}

impl List {
    /// Reads the list in the parentheses of `attribute`, which takes the names in `known`.
    pub(crate) fn of(attribute: &Attribute, known: &[&str], diag: &mut Diagnostics) -> Self {
        match &attribute.meta {
            Meta::Path(_) => Self { entries: Vec::new(), whole: true },
            Meta::List(list) => Self::read(list.tokens.clone(), known, diag),
            Meta::NameValue(meta) => {
                let name = name_of(attribute);
                diag.error(
                    meta,
                    format_args!("`#[{name}]` takes its options in parentheses"),
                    format_args!("write `#[{name}({} = …)]`", known.first().unwrap_or(&"name")),
                );
                Self { entries: Vec::new(), whole: false }
            }
        }
    }

    /// Reads a list of which the names in `known` are understood, and reports every entry that is not.
    pub(crate) fn read(tokens: TokenStream, known: &[&str], diag: &mut Diagnostics) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        let mut whole = true;
        let parsed = Parser::parse2(|input: ParseStream<'_>| Ok(every_entry(input)), tokens);
        for entry in diag.ok(parsed).unwrap_or_default() {
            let Some(entry) = diag.ok(entry) else {
                whole = false;
                continue;
            };
            if !known.iter().any(|known| entry.name == known) {
                unknown(&entry.name, known, diag);
                whole = false;
            } else if entries.iter().any(|earlier| earlier.name == entry.name) {
                diag.error(
                    &entry.name,
                    format_args!("`{}` is given twice", entry.name),
                    "keep one of the two",
                );
            } else {
                entries.push(entry);
            }
        }
        Self { entries, whole }
    }

    /// The entry `name`.
    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Whether the list says nothing of `name`, not even in words that were not understood.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        self.whole && self.entry(name).is_none()
    }

    /// A format string literal.
    pub(crate) fn text(&self, name: &str, diag: &mut Diagnostics) -> Option<Text> {
        let entry = self.entry(name)?;
        let help = format!("write `{name} = \"…\"`, with `{{variable}}` for what it shows");
        match entry.value.as_ref().and_then(literal_string) {
            Some(literal) => Some(Text::of(literal)),
            None => wrong(entry, "a string literal", &help, diag),
        }
    }

    /// A string literal.
    pub(crate) fn string(&self, name: &str, diag: &mut Diagnostics) -> Option<LitStr> {
        let entry = self.entry(name)?;
        let help = format!("write `{name} = \"…\"`");
        let literal = entry.value.as_ref().and_then(literal_string);
        literal.or_else(|| wrong(entry, "a string literal", &help, diag))
    }

    /// A list of string literals.
    pub(crate) fn strings(&self, name: &str, diag: &mut Diagnostics) -> Option<Vec<LitStr>> {
        let entry = self.entry(name)?;
        let strings = match entry.value.as_ref().map(ungrouped) {
            Some(Expr::Array(array)) => array.elems.iter().map(literal_string).collect(),
            _ => None,
        };
        let help = format!("write `{name} = [\"…\"]`");
        strings.or_else(|| wrong(entry, "a list of string literals", &help, diag))
    }

    /// `name`, `name = true` or `name = false`.
    pub(crate) fn flag(&self, name: &str, diag: &mut Diagnostics) -> Option<LitBool> {
        let entry = self.entry(name)?;
        match entry.value.as_ref().map(ungrouped) {
            None => Some(LitBool::new(true, entry.name.span())),
            Some(Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. })) => Some(flag.clone()),
            _ => wrong(entry, "a flag", &format!("write `{name}` or `{name} = false`"), diag),
        }
    }

    /// A whole number that fits in 32 bits.
    pub(crate) fn integer(&self, name: &str, diag: &mut Diagnostics) -> Option<LitInt> {
        let entry = self.entry(name)?;
        let number = match entry.value.as_ref().map(ungrouped) {
            Some(Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) => Some(number.clone()),
            _ => None,
        };
        number
            .filter(|number| number.base10_parse::<u32>().is_ok())
            .or_else(|| wrong(entry, "a whole number", &format!("write `{name} = 2`"), diag))
    }

    /// A path.
    pub(crate) fn path(&self, name: &str, diag: &mut Diagnostics) -> Option<Path> {
        let entry = self.entry(name)?;
        match entry.value.as_ref().map(ungrouped) {
            Some(Expr::Path(path)) if path.qself.is_none() => Some(path.path.clone()),
            _ => wrong(entry, "a path", &format!("write `{name} = ::path::to`"), diag),
        }
    }

    /// Any expression.
    pub(crate) fn expression(&self, name: &str, diag: &mut Diagnostics) -> Option<Expr> {
        let entry = self.entry(name)?;
        entry
            .value
            .clone()
            .or_else(|| wrong(entry, "an expression", &format!("write `{name} = …`"), diag))
    }
}

/// The name of an attribute, as it is written.
pub(crate) fn name_of(attribute: &Attribute) -> String {
    attribute.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// An expression without the invisible delimiters that `macro_rules!` puts around it.
pub(crate) fn ungrouped(mut expression: &Expr) -> &Expr {
    while let Expr::Group(group) = expression {
        expression = &group.expr;
    }
    expression
}

fn literal_string(expression: &Expr) -> Option<LitStr> {
    match ungrouped(expression) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

/// Reads entry after entry; one that does not parse costs the tokens up to the next comma.
fn every_entry(input: ParseStream<'_>) -> Vec<syn::Result<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        entries.push(entry(input));
        while !input.is_empty() && !input.peek(Token![,]) {
            let _ = input.parse::<proc_macro2::TokenTree>();
        }
        let _ = input.parse::<Token![,]>();
    }
    entries
}

fn entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected the name of an option\nhelp: write `name = value`"));
    }
    let name = input.call(Ident::parse_any)?;
    let value = if input.parse::<Option<Token![=]>>()?.is_some() {
        if input.is_empty() || input.peek(Token![,]) {
            let problem = format!("`{name}` has no value\nhelp: write one behind the `=`");
            return Err(syn::Error::new(name.span(), problem));
        }
        Some(input.parse::<Expr>()?)
    } else {
        None
    };
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Entry { name, value });
    }
    Err(input.error(format!(
        "`{name}` does not go on like this\nhelp: write `{name} = …`, and a comma behind it"
    )))
}

fn wrong<T>(entry: &Entry, wanted: &str, help: &str, diag: &mut Diagnostics) -> Option<T> {
    let name = &entry.name;
    let at = entry.value.as_ref().map_or_else(|| quote!(#name), |value| quote!(#value));
    diag.error(at, format_args!("`{name}` takes {wanted}"), help);
    None
}

fn unknown(name: &Ident, known: &[&str], diag: &mut Diagnostics) {
    let written = name.to_string();
    let nearest = known
        .iter()
        .map(|known| (distance(&written, known), known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 5)
        .min_by_key(|(distance, _)| *distance);
    let listed = known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    let problem = format!("there is no option `{name}` here");
    match nearest {
        Some((_, nearest)) => {
            let help = format!("did you mean `{nearest}`? known are {listed}");
            diag.error(name, problem, help);
        }
        None => diag.error(name, problem, format_args!("known are {listed}")),
    }
}

/// How many letters must change to make `right` of `left`.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (index, letter) in left.chars().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        let mut next = vec![before];
        for (other, &above) in right.chars().zip(row.iter().skip(1)) {
            let changed = diagonal + usize::from(letter != other);
            before = changed.min(above + 1).min(before + 1);
            next.push(before);
            diagonal = above;
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
