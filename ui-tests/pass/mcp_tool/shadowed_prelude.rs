//! Names of the prelude mean something else here.

use mcp_runtime::mcp_tool;
use mcp_runtime::prelude::{Confirmed as Sure, Context as Call};

#[allow(dead_code)]
mod shadows {
    pub struct Option;
    pub struct Result;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Box;
    pub struct Vec;
    pub struct Tool;
    pub struct Context;
    pub struct Future;
    pub struct Send;
    pub trait Default {}
    pub trait From {}
    pub mod std {}
    pub mod core {}
}
use shadows::*;

macro_rules! format {
    () => {};
}

macro_rules! line {
    () => {};
}

format!();
line!();

#[mcp_tool]
async fn shadowed(
    #[arg(default = "a")] a: String,
    #[elicit(message = "{a}?")] sure: Sure,
) -> ::std::result::Result<String, ::std::fmt::Error> {
    let _: ::std::option::Option<Call> = ::std::option::Option::None;
    let _ = sure;
    ::std::result::Result::Ok(a)
}

fn main() {
    let _: mcp_runtime::Tool = shadowed();
}
