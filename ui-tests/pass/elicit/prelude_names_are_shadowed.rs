//! Types and values that are called like those of the prelude, and no prelude at all.

#![no_implicit_prelude]
#![deny(unused, unsafe_code)]

pub enum Option {}
pub enum Result {}
pub enum String {}
pub struct Vec;
pub struct Some;
pub struct None;
pub struct Ok;
pub struct Err;
pub mod core {}
pub mod std {}
pub mod mcp_runtime {}

#[derive(::mcp_runtime::form::Elicit)]
pub enum Choice {
    Ok,
    #[elicit(title = "No")]
    None,
}

#[derive(::mcp_runtime::form::Elicit)]
pub struct Form {
    pub answer: ::std::string::String,
    pub reader: ::std::option::Option<u8>,
    pub name: ::std::vec::Vec<Choice>,
    #[elicit(default = Choice::None)]
    pub field: Choice,
    #[elicit(pattern = "a")]
    pub form: ::std::option::Option<::std::string::String>,
}

fn main() {
    let form = <Form as ::mcp_runtime::form::Elicit>::form();
    ::std::assert_eq!(form.fields().len(), 5);
    ::std::assert!(form.defect().is_none());
}
