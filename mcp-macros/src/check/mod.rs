//! The rules, one function each. None of them stops another.

mod arguments;
pub(crate) mod form;
mod form_default;
mod form_rules;
mod form_secret;
pub(crate) mod handler;
mod keys;
mod otherwise;
mod place;
mod text;

use crate::diag::Diagnostics;
use crate::model::tool::Tool;

/// Holds a tool against every rule.
pub(crate) fn tool(tool: &Tool, diag: &mut Diagnostics) {
    handler::is_async(&tool.function.sig, diag);
    handler::is_free(&tool.function.sig, diag);
    handler::is_one_function(&tool.function.sig, diag);
    handler::borrows_for_the_call(&tool.function.sig, diag);
    handler::is_plain(&tool.function.sig, diag);
    handler::returns_a_type(&tool.function.sig, diag);
    handler::has_a_name_for_the_wire(&tool.name, diag);
    handler::hints_agree(&tool.options, diag);
    arguments::names_differ(tool, diag);
    arguments::headers_are_tokens_that_differ(tool, diag);
    place::asks_stand_on_lets_of_the_body(&tool.function.block, diag);
    keys::a_key_names_one_ask(tool, diag);
    keys::is_a_name(tool, diag);
    for ask in tool.every_ask() {
        text::captures_only_variables(ask, diag);
        text::leads_to_a_host_of_ours(ask, diag);
        otherwise::stays_an_expression(ask, diag);
    }
}
