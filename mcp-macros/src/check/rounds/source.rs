//! Asks as messages call them: by key or by how they are written, with the line.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr, ExprParen, ExprPath, ExprReference, Path};

use crate::model::ask::Ask;
use crate::parse::list::ungrouped;

/// "the ask `pay` (line 12)"
pub(super) fn by_key(key: &str, at: Span) -> String {
    format!("the ask `{key}`{}", line(at))
}

/// An ask by attribute.
pub(super) fn of_attribute(ask: &Ask) -> String {
    let key = ask.key.as_ref().map(|key| key.literal.value()).unwrap_or_default();
    by_key(&key, ask.attribute.pound_token.span)
}

/// "`cx.elicit(…)` (line 12)"
pub(super) fn by_text(text: &str, at: Span) -> String {
    format!("`{text}`{}", line(at))
}

/// "what `helper(…)` may ask (line 12)"
pub(super) fn by_what_is_given(text: &str, at: Span) -> String {
    format!("what `{text}` may ask{}", line(at))
}

/// A path as it is written, without the spaces between its tokens.
pub(super) fn path(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.to_string());
    let colons = if path.leading_colon.is_some() { "::" } else { "" };
    format!("{colons}{}", segments.collect::<Vec<_>>().join("::"))
}

/// An expression in short, as the name of what it calls.
pub(super) fn callee(expression: &Expr) -> String {
    match ungrouped(expression) {
        Expr::Call(call) => format!("{}(…)", callee(&call.func)),
        Expr::MethodCall(call) => format!("{}.{}(…)", callee(&call.receiver), call.method),
        Expr::Paren(ExprParen { expr, .. }) | Expr::Reference(ExprReference { expr, .. }) => {
            callee(expr)
        }
        Expr::Path(ExprPath { path: of, .. }) => path(of),
        _ => "…".to_owned(),
    }
}

/// Where in the file. Outside of a compiler, as in tests, nothing is known of that.
fn line(at: Span) -> String {
    if proc_macro::is_available() {
        format!(" (line {})", at.unwrap().start().line())
    } else {
        String::new()
    }
}

/// The first token of something.
pub(super) fn start(tokens: &impl ToTokens) -> Span {
    tokens.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}
