//! The same round played twice: what the handler did the second time that it did not do the first time, and why.

use super::came::{Came, message_of};
use super::script::AskKind;
use super::transcript::described;
use super::wire::Answered;
use crate::client::Ask;

const CLOCK: &str =
    "a clock, a random number or I/O that is no `#[step]`, in what the ask is made from";
const BRANCH: &str =
    "a clock, a random number or I/O that is no `#[step]`, in what decides whether it is asked";
const ORDER: &str = "the order of a hash map, or tasks that race for who asks first";
const EFFECT: &str =
    "something that the handler changed above its ask: make it a `#[step]`, or do it below";

/// What was first different when a round was played again.
#[derive(Debug)]
pub(super) struct Difference {
    /// What the round came to at first, one ask a line.
    pub(super) first: String,
    /// What it came to then.
    pub(super) then: String,
    /// In one line.
    pub(super) what: String,
    /// What usually causes it.
    pub(super) cause: &'static str,
}

/// What a round did otherwise the second time; nothing of what it recorded counts.
pub(super) fn difference(first: &Answered, then: &Answered) -> Option<Difference> {
    if first.without_state() == then.without_state() {
        return None;
    }
    let (what, cause) = match &then.came {
        Came::Asks(_) => between(first.came.asks(), then.came.asks()),
        Came::Result(_) => ("it asked, and then it was done without an ask".to_owned(), EFFECT),
        Came::Error { .. } => ("it asked, and then it failed".to_owned(), EFFECT),
    };
    Some(Difference { first: numbered(&first.came), then: numbered(&then.came), what, cause })
}

/// What is first different between two lists of asks.
fn between(first: &[Ask], then: &[Ask]) -> (String, &'static str) {
    let places = first.iter().zip(then).enumerate();
    let found = places.into_iter().find_map(|(place, (one, other))| {
        let same_keys = || sorted_keys(first) == sorted_keys(then);
        of_one(place + 1, one, other, same_keys)
    });
    found.unwrap_or_else(|| {
        if first.len() == then.len() {
            // Nothing that this can tell: what the client's model is asked, or what a relay would not even see.
            return ("the details of what is asked".to_owned(), CLOCK);
        }
        let more = if first.len() > then.len() { first } else { then };
        let key = more.get(first.len().min(then.len())).map(Ask::key).unwrap_or_default();
        let what =
            format!("it asked {}, and then {}: `{key}` is the odd one", first.len(), then.len());
        (what, BRANCH)
    })
}

fn of_one(
    place: usize,
    one: &Ask,
    other: &Ask,
    same_keys: impl FnOnce() -> bool,
) -> Option<(String, &'static str)> {
    if one.key() != other.key() {
        let (kind, cause) = if same_keys() { ("the order", ORDER) } else { ("the key", BRANCH) };
        let what = format!("{kind}: ask {place} was `{}`, and then `{}`", one.key(), other.key());
        return Some((what, cause));
    }
    let key = one.key();
    let (kind, other_kind) = (AskKind::of(one), AskKind::of(other));
    if kind != other_kind {
        let what = format!("the kind: `{key}` was a {kind}, and then a {other_kind}");
        return Some((what, BRANCH));
    }
    let (message, other_message) = (message_of(one), message_of(other));
    if message != other_message {
        let what = format!("the message: `{key}` was {message:?}, and then {other_message:?}");
        return Some((what, CLOCK));
    }
    let (wants, other_wants) = (wants(one), wants(other));
    (wants != other_wants).then(|| {
        let pair = (0..wants.len().max(other_wants.len()))
            .map(|line| (line_at(&wants, line), line_at(&other_wants, line)))
            .find(|(one, other)| one != other);
        let (one, other) = pair.unwrap_or_default();
        (format!("what `{key}` wants: {one}, and then {other}"), CLOCK)
    })
}

fn sorted_keys(asks: &[Ask]) -> Vec<&str> {
    let mut keys: Vec<&str> = asks.iter().map(Ask::key).collect();
    keys.sort_unstable();
    keys
}

/// The fields of a form, the address of a page.
fn wants(ask: &Ask) -> Vec<String> {
    let Ask::Elicit(ask) = ask else { return Vec::new() };
    let fields = ask.form().map(crate::form::Form::fields).unwrap_or_default();
    ask.url().map(str::to_owned).into_iter().chain(fields.iter().map(described)).collect()
}

fn line_at(lines: &[String], place: usize) -> &str {
    lines.get(place).map_or("nothing", String::as_str)
}

fn numbered(came: &Came) -> String {
    if came.asks().is_empty() {
        return came.told();
    }
    let asks = came.asks().iter().enumerate().map(|(place, ask)| {
        let asked = super::came::asked(std::slice::from_ref(ask));
        format!("{}. {}", place + 1, asked.replace('\n', "\n   "))
    });
    asks.collect::<Vec<_>>().join("\n")
}
