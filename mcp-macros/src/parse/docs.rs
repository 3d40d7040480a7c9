//! Doc comments as the text that a model or a person reads.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments among `attributes`, if there is any.
pub(crate) fn text(attributes: &[Attribute]) -> Option<String> {
    let mut lines = Vec::new();
    for comment in attributes.iter().filter_map(comment) {
        if comment.is_empty() {
            lines.push(String::new());
        }
        let block = comment.contains('\n');
        for line in comment.lines() {
            lines.push(if block { starless(line) } else { unindented(line) }.to_owned());
        }
    }
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn comment(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &meta.value else { return None };
    meta.path.is_ident("doc").then(|| text.value())
}

/// A line of `/// …`: the space after the slashes belongs to the comment, more belong to the text.
fn unindented(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

/// A line of `/** … */`, which may start with an aligned star.
fn starless(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('*').map_or(line, str::trim_start)
}
