//! Keys, by which the answers of earlier rounds are found again.

use crate::diag::Diagnostics;
use crate::model::tool::Tool;
use crate::parse::text::Text;

/// Two asks with one key would get each other's answers on replay.
pub(super) fn a_key_names_one_ask(tool: &Tool, diag: &mut Diagnostics) {
    let keys: Vec<_> = keys(tool).collect();
    for (index, key) in keys.iter().enumerate() {
        let name = key.literal.value();
        if keys.iter().take(index).any(|earlier| earlier.literal.value() == name) {
            diag.error(
                &key.literal,
                format_args!("`{name}` is already the key of an ask of this handler"),
                "give each ask its own, or one gets the other's answer: `key = \"…\"`",
            );
        }
    }
}

pub(super) fn is_a_name(tool: &Tool, diag: &mut Diagnostics) {
    for key in keys(tool) {
        let name = key.literal.value();
        if name.is_empty() {
            diag.error(
                &key.literal,
                "a key cannot be empty",
                "name what is asked for, or leave `key` out to use the name of the variable",
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

fn keys(tool: &Tool) -> impl Iterator<Item = &Text> {
    tool.every_ask().filter_map(|ask| ask.key.as_ref())
}
