//! The options in `#[elicit(…)]`: a name, and a value for most.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Meta, Token};

use crate::diag::Diagnostics;

/// One option, as it is written.
pub(crate) struct Entry {
    /// The name.
    pub(crate) key: Ident,
    /// What stands behind the `=`, if anything does.
    pub(crate) value: Option<Expr>,
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = Ident::parse_any(input)?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { key, value })
    }
}

/// The options that something (`owner`: "a field") takes.
pub(crate) struct Known {
    /// Who takes them.
    pub(crate) owner: &'static str,
    /// Their names.
    pub(crate) names: &'static [&'static str],
}

/// Reads every `#[elicit(…)]` in `attrs`. Options that are not known, or not for the first time,
/// are reported and left out.
pub(crate) fn entries(attrs: &[Attribute], known: &Known, diag: &mut Diagnostics) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("elicit")) {
        for entry in list(attr, known, diag) {
            let name = entry.key.to_string();
            if !known.names.contains(&name.as_str()) {
                let problem = format_args!("{} has no option `{name}`", known.owner);
                diag.error(&entry.key, problem, format_args!("it takes {}", listed(known.names)));
            } else if entries.iter().any(|earlier| earlier.key == entry.key) {
                let problem = format_args!("`{name}` is given twice");
                diag.error(&entry.key, problem, "keep one of them");
            } else {
                entries.push(entry);
            }
        }
    }
    entries
}

fn list(attr: &Attribute, known: &Known, diag: &mut Diagnostics) -> Vec<Entry> {
    let Meta::List(list) = &attr.meta else {
        let help =
            format_args!("write `#[elicit(option = value)]`; it takes {}", listed(known.names));
        diag.error(attr, "`elicit` has no options here", help);
        return Vec::new();
    };
    let parsed = list.parse_args_with(Punctuated::<Entry, Token![,]>::parse_terminated);
    match parsed {
        Ok(entries) => entries.into_iter().collect(),
        Err(error) => {
            let help = "write options as `name = value`, with commas between";
            let error = syn::Error::new(error.span(), format!("this is no option\nhelp: {help}"));
            let _: Option<()> = diag.ok(Err(error));
            Vec::new()
        }
    }
}

/// "`a`, `b` and `c`"
pub(crate) fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
