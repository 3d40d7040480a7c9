//! What `#[derive(Elicit)]` stands on: a form with fields, or an enum with choices.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Generics, Lit, LitStr, Meta, Type};

use crate::diag::Diagnostics;
use crate::parse::elicit::{Known, entries};
use crate::parse::elicit_serde::{Case, rename, rename_all};
use crate::parse::elicit_value::{self as value, Count, Number};
use crate::runtime::Runtime;

use super::form_type::Guess;

/// The item, as far as it could be understood.
pub(crate) struct Item {
    pub(crate) runtime: Runtime,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) shape: Shape,
}

/// What the item becomes.
pub(crate) enum Shape {
    /// A struct: something to fill in.
    Form(Vec<Field>),
    /// An enum: something to select from.
    Choices(Vec<Choice>),
    /// Neither, which was reported.
    Neither,
}

/// One field of a form.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) guess: Guess,
    pub(crate) name: Name,
    pub(crate) description: Option<String>,
    pub(crate) options: FieldOptions,
}

/// What `#[elicit(…)]` on a field says, but for its name.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) title: Option<LitStr>,
    pub(crate) format: Option<LitStr>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) min_length: Option<Count>,
    pub(crate) max_length: Option<Count>,
    pub(crate) min_items: Option<Count>,
    pub(crate) max_items: Option<Count>,
    pub(crate) default: Option<Expr>,
    pub(crate) not_secret: bool,
    /// The options as they are written, for what is wrong with one as a whole.
    pub(crate) keys: Vec<Ident>,
}

/// One variant to choose.
pub(crate) struct Choice {
    pub(crate) ident: Ident,
    /// What the variant holds, and should not.
    pub(crate) data: Option<TokenStream>,
    pub(crate) name: Name,
    pub(crate) title: Option<String>,
}

/// A name on the wire, and the tokens that it comes from.
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) at: TokenStream,
}

const CONTAINER: Known = Known { owner: "a form", names: &["crate"] };
const FIELD: Known = Known {
    owner: "a field of a form",
    names: &[
        "title",
        "rename",
        "default",
        "minimum",
        "maximum",
        "min_length",
        "max_length",
        "format",
        "pattern",
        "min_items",
        "max_items",
        "not_secret",
    ],
};
const VARIANT: Known = Known { owner: "an option of an enum", names: &["title", "rename"] };

impl Item {
    /// Reads the item, and reports what no form can be made of.
    pub(crate) fn understand(input: &DeriveInput, diag: &mut Diagnostics) -> Self {
        let mut runtime = Runtime::default();
        for entry in entries(&input.attrs, &CONTAINER, diag) {
            if let Some(path) = value::path(&entry, diag) {
                runtime = Runtime::renamed(path);
            }
        }
        let case = rename_all(&input.attrs, diag);
        Self {
            runtime,
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            shape: shape(&input.data, &input.ident, case, diag),
        }
    }
}

fn shape(data: &Data, ident: &Ident, case: Option<Case>, diag: &mut Diagnostics) -> Shape {
    const NAMED: &str =
        "a form is a struct with named fields, such as `struct Order { amount: u8 }`";
    match data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Shape::Form(
                fields.named.iter().filter_map(|it| Field::new(it, case, diag)).collect(),
            ),
            Fields::Unnamed(fields) => {
                diag.error(fields, format_args!("the fields of `{ident}` have no names"), NAMED);
                Shape::Neither
            }
            Fields::Unit => {
                diag.error(ident, format_args!("`{ident}` has no fields to fill in"), NAMED);
                Shape::Neither
            }
        },
        Data::Enum(data) => Shape::Choices(choices(data, case, diag)),
        Data::Union(data) => {
            diag.error(data.union_token, "a union cannot be a form", NAMED);
            Shape::Neither
        }
    }
}

impl Field {
    fn new(field: &syn::Field, case: Option<Case>, diag: &mut Diagnostics) -> Option<Self> {
        let ident = field.ident.clone()?;
        let (options, renamed) = FieldOptions::read(&field.attrs, diag);
        let by_case = || Name {
            text: case.map_or_else(|| ident.unraw().to_string(), |case| case.of_field(&ident)),
            at: ident.to_token_stream(),
        };
        let name = renamed.or_else(|| rename(&field.attrs)).map_or_else(by_case, Name::written);
        Some(Self {
            ty: field.ty.clone(),
            guess: Guess::of(&field.ty),
            description: description(&field.attrs),
            name,
            options,
            ident,
        })
    }
}

impl FieldOptions {
    /// The options, and the name if it is changed.
    fn read(attrs: &[Attribute], diag: &mut Diagnostics) -> (Self, Option<LitStr>) {
        let mut options = Self::default();
        let mut renamed = None;
        for entry in entries(attrs, &FIELD, diag) {
            match entry.key.to_string().as_str() {
                "title" => options.title = value::text(&entry, diag),
                "rename" => renamed = value::text(&entry, diag),
                "format" => options.format = value::text(&entry, diag),
                "pattern" => options.pattern = value::text(&entry, diag),
                "minimum" => options.minimum = value::number(&entry, diag),
                "maximum" => options.maximum = value::number(&entry, diag),
                "min_length" => options.min_length = value::count(&entry, diag),
                "max_length" => options.max_length = value::count(&entry, diag),
                "min_items" => options.min_items = value::count(&entry, diag),
                "max_items" => options.max_items = value::count(&entry, diag),
                "not_secret" => options.not_secret = value::flag(&entry, diag),
                _ => options.default = value::any(&entry, diag),
            }
            options.keys.push(entry.key);
        }
        (options, renamed)
    }
}

fn choices(data: &syn::DataEnum, case: Option<Case>, diag: &mut Diagnostics) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for variant in &data.variants {
        let (mut title, mut renamed) = (None, None);
        for entry in entries(&variant.attrs, &VARIANT, diag) {
            if entry.key == "title" {
                title = value::text(&entry, diag).map(|title| title.value());
            } else {
                renamed = value::text(&entry, diag);
            }
        }
        let ident = &variant.ident;
        let by_case = || Name {
            text: case.map_or_else(|| ident.unraw().to_string(), |case| case.of_variant(ident)),
            at: ident.to_token_stream(),
        };
        choices.push(Choice {
            ident: ident.clone(),
            data: match &variant.fields {
                Fields::Unit => None,
                fields => Some(fields.to_token_stream()),
            },
            name: renamed.or_else(|| rename(&variant.attrs)).map_or_else(by_case, Name::written),
            title,
        });
    }
    // If one has a title, the client shows nothing but titles.
    if choices.iter().any(|choice| choice.title.is_some()) {
        for choice in &mut choices {
            choice.title.get_or_insert_with(|| choice.ident.unraw().to_string());
        }
    }
    choices
}

impl Name {
    fn written(literal: LitStr) -> Self {
        Self { text: literal.value(), at: literal.into_token_stream() }
    }
}

/// The doc comment: lines of a paragraph in one, paragraphs apart.
fn description(attrs: &[Attribute]) -> Option<String> {
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in attrs.iter().filter_map(doc_text).flat_map(|text| lines(&text)) {
        match paragraphs.last_mut() {
            Some(paragraph) if !line.is_empty() => {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(&line);
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n"))
}

fn doc_text(attr: &Attribute) -> Option<String> {
    match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The lines of a doc attribute, without the stars of a block comment.
fn lines(text: &str) -> Vec<String> {
    let is_block = text.contains('\n');
    let bare = |line: &str| {
        let line = line.trim();
        let line = if is_block { line.strip_prefix('*').unwrap_or(line) } else { line };
        line.trim().to_owned()
    };
    text.split('\n').map(bare).collect()
}
