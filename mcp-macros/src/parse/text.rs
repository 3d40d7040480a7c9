//! Format string literals with inline captures: messages, urls, prompts and keys.

use syn::LitStr;

/// A literal and what it captures.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) literal: LitStr,
    pub(crate) pieces: Vec<Piece>,
}

/// A stretch of a format string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// `{name}` or `{name:spec}`.
    Capture { name: String, spec: Option<String> },
    /// `{}`, `{0}`, `{name.field}`: what stands between the braces.
    NoCapture(String),
    /// Text as it is shown, with `{{` and `}}` resolved.
    Plain(String),
    /// A `{` or `}` that has no partner.
    Unmatched(char),
}

impl Text {
    /// Splits `literal` into its pieces.
    pub(crate) fn of(literal: LitStr) -> Self {
        let pieces = pieces(&literal.value());
        Self { literal, pieces }
    }

    /// Whether it captures the variable `name`, to show it or as a width (`{path:name$}`).
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Capture { name: shown, spec } => {
                let width = format!("{name}$");
                shown == name || spec.as_ref().is_some_and(|spec| spec.contains(&width))
            }
            _ => false,
        })
    }

    /// The text itself, if it captures nothing.
    pub(crate) fn plain(&self) -> Option<String> {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Plain(text) => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => {
                letters.next();
                plain.push(letter);
            }
            '{' => {
                pieces.extend(some(&mut plain));
                let mut inside = String::new();
                pieces.push(loop {
                    match letters.next() {
                        Some('}') => break capture(&inside),
                        Some(letter) => inside.push(letter),
                        None => break Piece::Unmatched('{'),
                    }
                });
            }
            '}' => {
                pieces.extend(some(&mut plain));
                pieces.push(Piece::Unmatched('}'));
            }
            _ => plain.push(letter),
        }
    }
    pieces.extend(some(&mut plain));
    pieces
}

fn some(plain: &mut String) -> Option<Piece> {
    let text = std::mem::take(plain);
    (!text.is_empty()).then_some(Piece::Plain(text))
}

fn capture(inside: &str) -> Piece {
    let (name, spec) = match inside.split_once(':') {
        Some((name, spec)) => (name.trim(), Some(spec.to_owned())),
        None => (inside.trim(), None),
    };
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if starts && letters.all(|letter| letter.is_alphanumeric() || letter == '_') && name != "_" {
        Piece::Capture { name: name.to_owned(), spec }
    } else {
        Piece::NoCapture(inside.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(name: &str, spec: Option<&str>) -> Piece {
        Piece::Capture { name: name.to_owned(), spec: spec.map(str::to_owned) }
    }

    fn plain(text: &str) -> Piece {
        Piece::Plain(text.to_owned())
    }

    #[test]
    fn a_text_falls_into_captures_and_what_stands_between() {
        assert_eq!(pieces("Delete {path}?"), [plain("Delete "), capture("path", None), plain("?")]);
        assert_eq!(pieces("{a}{b:>8.2}"), [capture("a", None), capture("b", Some(">8.2"))]);
        assert_eq!(pieces("{{{a}}}"), [plain("{"), capture("a", None), plain("}")]);
    }

    #[test]
    fn only_a_name_is_a_capture() {
        for inside in ["", "0", "a.b", "a b", "f()", "_"] {
            assert_eq!(
                pieces(&format!("{{{inside}}}")),
                [Piece::NoCapture(inside.to_owned())],
                "{inside}"
            );
        }
    }

    #[test]
    fn a_brace_without_a_partner_is_told_from_one_with() {
        assert_eq!(pieces("a{b"), [plain("a"), Piece::Unmatched('{')]);
        assert_eq!(pieces("a}b"), [plain("a"), Piece::Unmatched('}'), plain("b")]);
    }
}
