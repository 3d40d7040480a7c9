//! Names of arguments and of the headers that carry them.

use crate::diag::Diagnostics;
use crate::model::parameter::{Argument, Parameter};
use crate::model::tool::Tool;

pub(super) fn names_differ(tool: &Tool, diag: &mut Diagnostics) {
    let arguments: Vec<_> = arguments(tool).collect();
    for (index, argument) in arguments.iter().enumerate() {
        let name = argument.name.value();
        if name.is_empty() {
            diag.error(
                &argument.name,
                "an argument needs a name",
                "write one, or leave `rename` out to use that of the parameter",
            );
        } else if arguments.iter().take(index).any(|earlier| earlier.name.value() == name) {
            diag.error(
                &argument.name,
                format_args!("`{name}` already names an argument of this tool"),
                "the model sends arguments by name: give this one another",
            );
        }
    }
}

pub(super) fn headers_are_tokens_that_differ(tool: &Tool, diag: &mut Diagnostics) {
    let headers: Vec<_> = arguments(tool).filter_map(|argument| argument.header.as_ref()).collect();
    for (index, header) in headers.iter().enumerate() {
        let name = header.value();
        let twin = |earlier: &&&syn::LitStr| earlier.value().eq_ignore_ascii_case(&name);
        if name.is_empty() || !name.chars().all(is_token) {
            diag.error(
                header,
                "this cannot be part of the name of a header",
                "write letters, digits and `-`, such as `header = \"Region\"`",
            );
        } else if headers.iter().take(index).any(|earlier| twin(&earlier)) {
            diag.error(
                header,
                format_args!("the header `Mcp-Param-{name}` already carries an argument"),
                "headers do not tell capitals from small letters: choose another name",
            );
        }
    }
}

fn arguments(tool: &Tool) -> impl Iterator<Item = &Argument> {
    tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Argument(argument) => Some(&**argument),
        _ => None,
    })
}

/// RFC 9110, section 5.6.2.
fn is_token(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(letter)
}
