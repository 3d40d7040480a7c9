//! Keys, by which the answers and the values of earlier rounds are found again.

use crate::diag::Diagnostics;
use crate::model::tool::Tool;
use crate::parse::text::Text;

/// Two asks with one key would get each other's answers on replay.
pub(super) fn a_key_names_one_ask(tool: &Tool, diag: &mut Diagnostics) {
    for (key, name) in used_twice(&asks(tool)) {
        diag.error(
            &key.literal,
            format_args!("`{name}` is already the key of an ask of this handler"),
            "give each ask its own, or one gets the other's answer: `key = \"…\"`",
        );
    }
}

/// An ask and a step may share one.
pub(super) fn a_key_names_one_step(tool: &Tool, diag: &mut Diagnostics) {
    for (key, name) in used_twice(&steps(tool)) {
        diag.error(
            &key.literal,
            format_args!("`{name}` is already the key of a step of this handler"),
            "give each step its own, or one gets the other's value: `#[step(key = \"…\")]`",
        );
    }
}

pub(super) fn is_a_name(tool: &Tool, diag: &mut Diagnostics) {
    for key in asks(tool).into_iter().chain(steps(tool)) {
        let name = key.literal.value();
        if name.is_empty() {
            diag.error(
                &key.literal,
                "a key cannot be empty",
                "name what it stands for, or leave `key` out to use the name of the variable",
            );
        } else if name.starts_with("_mcp.") {
            diag.error(
                &key.literal,
                "keys that start with `_mcp.` belong to the runtime",
                "start it with something else",
            );
        }
    }
}

/// The keys that an earlier one is equal to, with their text.
fn used_twice<'tool>(keys: &[&'tool Text]) -> Vec<(&'tool Text, String)> {
    let named = keys.iter().map(|key| (*key, key.literal.value())).enumerate();
    named
        .filter(|(index, (_, name))| {
            keys.iter().take(*index).any(|earlier| earlier.literal.value() == *name)
        })
        .map(|(_, named)| named)
        .collect()
}

fn asks(tool: &Tool) -> Vec<&Text> {
    tool.every_ask().filter_map(|ask| ask.key.as_ref()).collect()
}

fn steps(tool: &Tool) -> Vec<&Text> {
    tool.steps().filter_map(|step| step.key.as_ref()).collect()
}
