//! What an `.await` waits for is done again in every round, unless nothing can be asked after it.
//!
//! The rule looks at the handler's own body. It is a lint and no proof, as a macro sees no types:
//!
//! - What is given the call asks (`given`), be it a method of it or a function that gets it as an argument; the methods
//!   that cannot ask are known by name. A `let` of such a future, or of the call under another name, is followed.
//! - What follows what (`flow`) is read backwards through blocks, branches, loops, `return` and labelled `break`s.
//! - An `async` block belongs to what waits for it: the `.await` or `join!` around it counts, and those in it do not. Only
//!   if it is given the call and waited for where it stands, it is read like a block.
//! - The input of a macro is read as expressions. `join!`, `try_join!` and `select!` wait by themselves.

mod flow;
pub(super) mod given;
mod input;
mod operands;
mod report;
mod source;
#[cfg(test)]
mod tests;

use flow::Flow;
use given::Calls;

use crate::diag::Diagnostics;
use crate::model::tool::Tool;

/// Holds every `.await` that an ask can follow against its marks.
pub(super) fn what_runs_again_says_so(tool: &Tool, calls: &Calls, diag: &mut Diagnostics) {
    if tool.options.replay.is_none() {
        let mut flow = Flow::of(tool, calls);
        flow.block(&tool.function.block, None);
        flow.report.to(diag);
    }
}
