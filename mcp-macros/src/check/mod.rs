//! The rules, one function each. None of them stops another.

mod arguments;
mod exits;
pub(crate) mod form;
mod form_default;
mod form_rules;
mod form_secret;
pub(crate) mod handler;
mod inputs;
mod keys;
mod mark;
mod options;
mod otherwise;
mod place;
mod rounds;
mod step;
mod text;

use crate::diag::Diagnostics;
use crate::model::tool::Tool;
use rounds::given::Calls;

/// Holds a tool against every rule.
pub(crate) fn tool(tool: &Tool, diag: &mut Diagnostics) {
    handler::is_async(&tool.function.sig, diag);
    handler::is_free(&tool.function.sig, diag);
    handler::is_one_function(&tool.function.sig, diag);
    handler::borrows_for_the_call(&tool.function.sig, diag);
    handler::is_plain(&tool.function.sig, diag);
    handler::returns_a_type(&tool.function.sig, diag);
    handler::has_a_name_for_the_wire(&tool.name, diag);
    options::hints_agree(&tool.options, diag);
    options::replay_is_checked_or_not(&tool.options, diag);
    arguments::names_differ(tool, diag);
    arguments::headers_are_tokens_that_differ(tool, diag);
    place::attributes_stand_on_statements_of_the_body(&tool.function.block, diag);
    mark::statements_have_one_mark(&tool.function.block, diag);
    keys::a_key_names_one_ask(tool, diag);
    keys::a_key_names_one_step(tool, diag);
    keys::is_a_name(tool, diag);
    for ask in tool.every_ask() {
        text::captures_only_variables(&ask.texts().collect::<Vec<_>>(), diag);
        text::leads_to_a_host_of_ours(ask, diag);
        otherwise::stays_an_expression(ask, diag);
    }
    let calls = Calls::of(tool);
    for step in tool.steps() {
        text::captures_only_variables(&step.key.iter().collect::<Vec<_>>(), diag);
        step::is_left_at_its_end(step, diag);
        step::owns_its_value(step, diag);
        step::is_no_assignment(step, diag);
        step::asks_nobody(step, &calls, diag);
    }
    rounds::what_runs_again_says_so(tool, &calls, diag);
}
