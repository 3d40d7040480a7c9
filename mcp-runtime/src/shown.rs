//! Text as a person may see it: nothing in it that hides, reverses or overwrites other text.

use std::borrow::Cow;

/// `text` without control characters (line ends and tabs aside) and without those that change the direction of writing.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.chars().any(hides) {
        Cow::Owned(text.chars().filter(|c| !hides(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The same for a text that is owned already.
pub(crate) fn shown_owned(text: String) -> String {
    match shown(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(clean) => clean,
    }
}

fn hides(c: char) -> bool {
    let bidirectional = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    (c.is_control() && c != '\n' && c != '\t') || bidirectional
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_other_text_is_taken_out_and_the_rest_stays() {
        assert_eq!(shown("Delete \u{202e}gpj.exe\u{202c}?\u{1b}[2J"), "Delete gpj.exe?[2J");
        assert_eq!(shown("two\nlines\tand a tab, ünïcödé 🦀"), "two\nlines\tand a tab, ünïcödé 🦀");
        assert!(matches!(shown("plain"), Cow::Borrowed(_)));
    }
}
