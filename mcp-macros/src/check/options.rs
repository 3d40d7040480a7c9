//! What the options of the attribute may say.

use syn::LitBool;

use crate::diag::Diagnostics;
use crate::parse::tool::Options;

pub(super) fn hints_agree(options: &Options, diag: &mut Diagnostics) {
    let set = |flag: &Option<LitBool>| flag.as_ref().is_some_and(LitBool::value);
    if set(&options.read_only) && set(&options.destructive) {
        diag.error(
            &options.destructive,
            "a tool that only reads destroys nothing",
            "keep one of `read_only` and `destructive`",
        );
    }
}

pub(super) fn replay_is_checked_or_not(options: &Options, diag: &mut Diagnostics) {
    if let Some(replay) = &options.replay
        && replay.value() != "unchecked"
    {
        diag.error(
            replay,
            "the only value of `replay` is `\"unchecked\"`",
            "write it, or leave `replay` out: what runs again in every round is checked by itself",
        );
    }
}
