//! The words in which rules and mistakes are told to a person.

use super::kind::{Format, Kind, SelectOption};

/// The longest piece of an answer that is echoed, in characters.
const ECHO: usize = 40;
/// How many options of a list are named.
const NAMED_OPTIONS: usize = 10;

impl Kind {
    /// Whether a user who sees the field needs to be told more.
    pub(super) fn has_rules(&self) -> bool {
        match self {
            Self::Text(text) => {
                text.min_length.is_some()
                    || text.max_length.is_some()
                    || text.format.is_some()
                    || text.pattern.is_some()
            }
            Self::Integer(_) | Self::Number(_) => true,
            Self::Boolean(_) | Self::Select(_) => false,
            Self::MultiSelect(select) => select.min_items.is_some() || select.max_items.is_some(),
        }
    }

    /// What a value has to be: "a whole number from 1 to 3".
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Text(text) => {
                let what = text.format.map_or("text", Format::in_words);
                let length = counted(text.min_length, text.max_length, "character");
                let length = length.map(|length| format!(" of {length}")).unwrap_or_default();
                let pattern = text.pattern.as_deref();
                let pattern = pattern.map(|it| format!(" that matches `{it}`")).unwrap_or_default();
                format!("{what}{length}{pattern}")
            }
            Self::Integer(integer) => ranged("a whole number", integer.minimum, integer.maximum),
            Self::Number(number) => ranged("a number", number.minimum, number.maximum),
            Self::Boolean(_) => "true or false".to_owned(),
            Self::Select(select) => format!("one of {}", listed(&select.options)),
            Self::MultiSelect(select) => {
                let count = counted(select.min_items, select.max_items, "option");
                let count = count.unwrap_or_else(|| "any number of options".to_owned());
                format!("{count} out of {}", listed(&select.options))
            }
        }
    }
}

impl Format {
    fn in_words(self) -> &'static str {
        match self {
            Self::Date => "a date such as 2026-07-28",
            Self::DateTime => "a date and time such as 2026-07-28T12:00:00Z",
            Self::Email => "an email address",
            Self::Uri => "a full URL such as https://example.com/",
        }
    }
}

/// `what`, and the range it has to be in.
fn ranged<N: std::fmt::Display>(what: &str, minimum: Option<N>, maximum: Option<N>) -> String {
    match (minimum, maximum) {
        (Some(minimum), Some(maximum)) => format!("{what} from {minimum} to {maximum}"),
        (Some(minimum), None) => format!("{what} of at least {minimum}"),
        (None, Some(maximum)) => format!("{what} of at most {maximum}"),
        (None, None) => what.to_owned(),
    }
}

/// How many: "2 to 5 characters", "at most 1 option".
fn counted(minimum: Option<usize>, maximum: Option<usize>, noun: &str) -> Option<String> {
    let nouns = |count| if count == 1 { noun.to_owned() } else { format!("{noun}s") };
    match (minimum, maximum) {
        (Some(minimum), Some(maximum)) if minimum == maximum => {
            Some(format!("exactly {maximum} {}", nouns(maximum)))
        }
        (Some(minimum), Some(maximum)) => {
            Some(format!("{minimum} to {maximum} {}", nouns(maximum)))
        }
        (Some(minimum), None) => Some(format!("at least {minimum} {}", nouns(minimum))),
        (None, Some(maximum)) => Some(format!("at most {maximum} {}", nouns(maximum))),
        (None, None) => None,
    }
}

fn listed(options: &[SelectOption]) -> String {
    let named = options.iter().take(NAMED_OPTIONS).map(|option| format!("`{}`", option.label()));
    let mut list = named.collect::<Vec<_>>().join(", ");
    if options.len() > NAMED_OPTIONS {
        list.push_str(", …");
    }
    list
}

/// `text` without characters that steer a terminal or turn the direction of what is read.
///
/// Line breaks become spaces: everything that is shown here is one line.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .filter_map(|character| match character {
            '\n' | '\t' => Some(' '),
            _ if character.is_control() || is_directional(character) => None,
            _ => Some(character),
        })
        .collect()
}

/// Bidirectional marks and line separators. Joiners stay: scripts and emoji need them.
fn is_directional(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A piece of an answer as a person is shown it: one line, and not a long one.
pub(super) fn echo(text: &str) -> String {
    // Taken before it is cleaned, so that a huge answer costs nothing.
    let start = plain(&text.chars().take(ECHO).collect::<String>());
    if text.chars().nth(ECHO).is_none() {
        return start;
    }
    let short: String = start.chars().take(ECHO - 1).collect();
    format!("{short}…")
}
