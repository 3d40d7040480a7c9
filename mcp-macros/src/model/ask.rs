//! One ask: what is asked, under which key, and what the answer is bound to.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Ident, LitStr, Local, Pat, PatIdent, PatType, Type, parse_quote};

use crate::diag::Diagnostics;
use crate::parse::list::{List, name_of};
use crate::parse::text::Text;

/// An attribute on a `let` or a parameter that asks for its value.
pub(crate) struct Ask {
    pub(crate) attribute: Attribute,
    pub(crate) kind: Kind,
    /// Absent only if a mistake was reported.
    pub(crate) key: Option<Text>,
    pub(crate) otherwise: Option<Expr>,
    /// What the answer is bound to.
    pub(crate) binding: Pat,
    /// What the answer is read as.
    pub(crate) ty: Type,
    /// The other attributes of the `let`.
    pub(crate) attributes: Vec<Attribute>,
}

/// Who is asked for what.
pub(crate) enum Kind {
    /// The user, to fill in a form.
    Form { message: Text },
    /// The user, to open a page.
    Page { message: Text, url: Text },
    /// The client, for its workspace folders.
    Roots,
    /// The client's model, for a completion.
    Sample {
        prompt: Text,
        system: Option<Text>,
        max_tokens: Option<Box<Expr>>,
        temperature: Option<Box<Expr>>,
    },
}

/// Whether an attribute asks.
pub(crate) fn asks(attribute: &Attribute) -> bool {
    matches!(name_of(attribute).as_str(), "elicit" | "roots" | "sample")
        && attribute.path().segments.len() == 1
}

/// Whether something with these attributes is asked for.
pub(crate) fn is_ask(attributes: &[Attribute]) -> bool {
    attributes.iter().any(asks)
}

/// The attribute of the first `let` in the input of a macro that asks. No pass of ours can tell what the
/// macro makes of it.
pub(crate) fn in_macro(input: &TokenStream) -> Option<TokenStream> {
    let mut asking = None;
    let mut tokens = input.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(pound), Some(TokenTree::Group(group))) if pound.as_char() == '#' => {
                let first = group.stream().into_iter().next();
                let is = |name| matches!(&first, Some(TokenTree::Ident(ident)) if ident == name);
                if ["elicit", "roots", "sample"].into_iter().any(is) {
                    asking = Some(quote!(#token #group));
                }
                tokens.next();
            }
            (TokenTree::Ident(ident), _) if ident == "let" && asking.is_some() => return asking,
            (TokenTree::Group(group), _) => {
                if let Some(found) = in_macro(&group.stream()) {
                    return Some(found);
                }
                asking = None;
            }
            _ => asking = None,
        }
    }
    None
}

impl Ask {
    /// The ask on a `let`.
    pub(crate) fn of_local(local: &Local, diag: &mut Diagnostics) -> Option<Self> {
        if let Some(init) = &local.init {
            diag.error(
                &init.expr,
                "a `let` that asks has no value of its own: the answer is its value",
                "end it behind the type, and change the answer in a `let` of its own below",
            );
        }
        if let Pat::Type(PatType { pat, ty, .. }) = &local.pat {
            return Self::understand(&local.attrs, pat, ty, diag);
        }
        diag.error(
            &local.pat,
            "an answer needs a type: it says what is asked for",
            format_args!("write the type, such as `let {}: Answer<…>;`", shown(&local.pat)),
        );
        Self::understand(&local.attrs, &local.pat, &parse_quote!(()), diag)
    }

    /// The ask among `attributes`, whose answer goes to `binding`.
    pub(crate) fn understand(
        attributes: &[Attribute],
        binding: &Pat,
        ty: &Type,
        diag: &mut Diagnostics,
    ) -> Option<Self> {
        let (asking, others): (Vec<_>, Vec<_>) = attributes.iter().cloned().partition(asks);
        let mut asking = asking.into_iter();
        let attribute = asking.next()?;
        for second in asking {
            diag.error(
                &second,
                "one value cannot answer two asks",
                "give each ask a `let` of its own",
            );
        }
        let (list, kind) = kind(&attribute, diag);
        Some(Self {
            key: key(&list, binding, diag),
            otherwise: list.expression("otherwise", diag),
            kind,
            attribute,
            binding: binding.clone(),
            ty: ty.clone(),
            attributes: others,
        })
    }

    /// The format strings of its attribute; of a key only one that is written there.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text> {
        let texts = match &self.kind {
            Kind::Form { message } => [Some(message), None],
            Kind::Page { message, url } => [Some(message), Some(url)],
            Kind::Roots => [None, None],
            Kind::Sample { prompt, system, .. } => [Some(prompt), system.as_ref()],
        };
        texts.into_iter().flatten().chain(&self.key)
    }

    /// The expressions of its attribute.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let options = match &self.kind {
            Kind::Sample { max_tokens, temperature, .. } => [max_tokens, temperature],
            _ => [&None, &None],
        };
        options.into_iter().flatten().map(|expression| &**expression).chain(&self.otherwise)
    }

    /// The variables that the answer is bound to.
    pub(crate) fn bound(&self) -> Vec<Ident> {
        let mut bound = Bound(Vec::new());
        bound.visit_pat(&self.binding);
        bound.0
    }
}

struct Bound(Vec<Ident>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.push(pattern.ident.clone());
        visit::visit_pat_ident(self, pattern);
    }
}

fn kind(attribute: &Attribute, diag: &mut Diagnostics) -> (List, Kind) {
    match name_of(attribute).as_str() {
        "roots" => (List::of(attribute, &["key", "otherwise"], diag), Kind::Roots),
        "sample" => {
            let known = ["prompt", "max_tokens", "system", "temperature", "key", "otherwise"];
            let list = List::of(attribute, &known, diag);
            let kind = Kind::Sample {
                prompt: required(attribute, &list, "prompt", diag),
                system: list.text("system", diag),
                max_tokens: list.expression("max_tokens", diag).map(Box::new),
                temperature: list.expression("temperature", diag).map(Box::new),
            };
            (list, kind)
        }
        _ => {
            let list = List::of(attribute, &["message", "key", "url", "otherwise"], diag);
            let message = required(attribute, &list, "message", diag);
            let kind = match list.text("url", diag) {
                Some(url) => Kind::Page { message, url },
                None => Kind::Form { message },
            };
            (list, kind)
        }
    }
}

/// A text that an ask cannot do without; if it is missing, that is reported and an empty one stands in.
fn required(attribute: &Attribute, list: &List, name: &str, diag: &mut Diagnostics) -> Text {
    if list.lacks(name) {
        let ask = name_of(attribute);
        let (problem, example) = match name {
            "prompt" => ("a model is asked with a prompt", "Summarize {text}"),
            _ if list.entry("url").is_some() => {
                ("a user who is sent to a page is told why", "Sign in to go on")
            }
            _ => ("a user is asked with a message", "What is your name?"),
        };
        diag.error(attribute, problem, format_args!("write `#[{ask}({name} = \"{example}\", …)]`"));
    }
    list.text(name, diag).unwrap_or_else(|| Text::of(LitStr::new("", attribute.pound_token.span)))
}

fn key(list: &List, binding: &Pat, diag: &mut Diagnostics) -> Option<Text> {
    if list.entry("key").is_some() {
        return list.text("key", diag);
    }
    if let Some(variable) = variable(binding) {
        return Some(Text::of(LitStr::new(&variable.unraw().to_string(), variable.span())));
    }
    if !list.lacks("key") {
        return None;
    }
    diag.error(
        binding,
        "the answer has no name of its own that could be its key",
        "write a key in the attribute: `key = \"…\"`",
    );
    None
}

/// The one variable that a pattern is.
pub(crate) fn variable(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(PatIdent { ident, subpat: None, .. }) => Some(ident),
        Pat::Type(PatType { pat, .. }) => variable(pat),
        _ => None,
    }
}

/// A pattern as an example shows it.
fn shown(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(PatIdent { ident, .. }) => ident.to_string(),
        Pat::Wild(_) => "_".to_owned(),
        other => other.to_token_stream().to_string(),
    }
}
