//! A user's names are a user's, whatever an expansion uses.

use mcp_runtime::prelude::*;

struct State;

const MCP_ARGUMENT_0: u8 = 1;
const PATH: &str = "path";

fn run() -> u8 {
    MCP_ARGUMENT_0
}

fn mcp_run() -> u8 {
    2
}

fn mcp_describe() -> u8 {
    3
}

#[mcp_tool]
async fn names(
    cx: u8,
    call: u8,
    arguments: u8,
    given: u8,
    argument_0: u8,
    argument_1: u8,
    #[arg(default = run())] path: u8,
    tool: &State,
    state: &Context,
    #[elicit(message = "{call} {cx} {given} {arguments}")] returns: Confirmed,
) -> String {
    let _ = (tool, state, returns, mcp_run(), mcp_describe());
    let rt = PATH;
    #[elicit(key = "{call}", message = "{rt}")]
    let names: Option<Confirmed>;
    let call = u16::from(call) + u16::from(argument_0) + u16::from(argument_1);
    #[elicit(message = "{call}")]
    let run: Option<Confirmed>;
    let _ = (names, run);
    format!("{call}{path}")
}

#[mcp_tool]
#[allow(non_snake_case)]
async fn constants(PATH_: u8, MCP_RETURNS: u8, MCP_ARGUMENT_1: u8) {
    let _ = PATH_ + MCP_RETURNS + MCP_ARGUMENT_1;
}

fn main() {
    let _: [Tool; 2] = [names(), constants()];
}
