//! One step: what is done once, under which key, and what of it is recorded.

use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Expr, ExprMacro, ExprParen, ExprTry, LitBool, LitStr, Pat, PatType, Stmt, Token,
    Type, parse_quote,
};

use super::{ask, mark};
use crate::diag::Diagnostics;
use crate::parse::list::{List, ungrouped};
use crate::parse::text::Text;

/// A statement with `#[step]`.
pub(crate) struct Step {
    pub(crate) attribute: Attribute,
    /// Absent only if a mistake was reported.
    pub(crate) key: Option<Text>,
    /// Whether a `Result` is recorded with whatever is in it.
    pub(crate) whole: bool,
    /// Whether nobody may read the value on its way.
    pub(crate) secret: bool,
    /// What is done, without the `?` at its end.
    pub(crate) work: Expr,
    /// The `?` at its end.
    pub(crate) question: Option<Token![?]>,
    /// What the value is bound to, if it is.
    pub(crate) binding: Option<Binding>,
    /// The other attributes of the statement.
    pub(crate) attributes: Vec<Attribute>,
}

/// The left side of a `let`.
pub(crate) struct Binding {
    pub(crate) pattern: Pat,
    pub(crate) ty: Option<Type>,
}

impl Step {
    /// The step that `statement` is, if it is one.
    pub(crate) fn understand(statement: &Stmt, diag: &mut Diagnostics) -> Option<Self> {
        let (mut all, mut work, binding) = parts(statement, diag)?;
        mark::Unrepeated.visit_expr_mut(&mut work);
        let index = all.iter().position(mark::is_step)?;
        let attribute = all.remove(index);
        for second in all.iter().filter(|attribute| mark::is_step(attribute)) {
            diag.error(
                second,
                "a statement is one step",
                "put all options into the first `#[step]`",
            );
        }
        all.retain(|attribute| !mark::marks(attribute) && !ask::asks(attribute));
        let list = List::of(&attribute, &["key", "whole", "secret"], diag);
        let mut flag = |name| list.flag(name, diag).as_ref().is_some_and(LitBool::value);
        let (whole, secret) = (flag("whole"), flag("secret"));
        let key = key(&attribute, &list, binding.as_ref(), diag);
        let (work, question) = without_question(work);
        Some(Self { attribute, key, whole, secret, work, question, binding, attributes: all })
    }

    /// The key as an example shows it.
    pub(crate) fn name(&self) -> String {
        self.key.as_ref().map(|key| key.literal.value()).unwrap_or_default()
    }
}

type Parts = (Vec<Attribute>, Expr, Option<Binding>);

/// The attributes of a statement, what it does, and what it binds.
fn parts(statement: &Stmt, diag: &mut Diagnostics) -> Option<Parts> {
    match statement {
        Stmt::Item(_) => None,
        Stmt::Macro(mac) => {
            let work = ExprMacro { attrs: Vec::new(), mac: mac.mac.clone() };
            Some((mac.attrs.clone(), Expr::Macro(work), None))
        }
        Stmt::Expr(expression, _) => {
            let mut work = expression.clone();
            let attributes = mark::take_attributes(&mut work);
            Some((attributes, work, None))
        }
        Stmt::Local(local) => {
            let (pattern, ty) = match &local.pat {
                Pat::Type(PatType { pat, ty, .. }) => (&**pat, Some((**ty).clone())),
                pattern => (pattern, None),
            };
            let binding = Binding { pattern: pattern.clone(), ty };
            let work = local.init.as_ref().map(|init| (*init.expr).clone());
            if work.is_none() && !ask::is_ask(&local.attrs) {
                diag.error(
                    local,
                    "a step has something to do, whose value is recorded",
                    "write it behind a `=`, or `#[elicit(…)]` if the user is to be asked",
                );
            }
            let work = work.unwrap_or_else(|| parse_quote!(()));
            Some((local.attrs.clone(), work, Some(binding)))
        }
    }
}

/// Splits the `?` off that ends an expression.
fn without_question(work: Expr) -> (Expr, Option<Token![?]>) {
    match ungrouped(&work) {
        Expr::Paren(ExprParen { expr, .. }) => match without_question((**expr).clone()) {
            (_, None) => (work, None),
            split => split,
        },
        Expr::Try(ExprTry { expr, question_token, .. }) => {
            ((**expr).clone(), Some(*question_token))
        }
        _ => (work, None),
    }
}

fn key(
    attribute: &Attribute,
    list: &List,
    binding: Option<&Binding>,
    diag: &mut Diagnostics,
) -> Option<Text> {
    if list.entry("key").is_some() {
        return list.text("key", diag);
    }
    if let Some(variable) = binding.and_then(|binding| ask::variable(&binding.pattern)) {
        return Some(Text::of(LitStr::new(&variable.unraw().to_string(), variable.span())));
    }
    if !list.lacks("key") {
        return None;
    }
    let at =
        binding.map_or_else(|| quote!(#attribute), |binding| binding.pattern.to_token_stream());
    diag.error(
        at,
        "this step has no variable whose name could be its key",
        "write a key in the attribute: `#[step(key = \"…\")]`",
    );
    None
}
