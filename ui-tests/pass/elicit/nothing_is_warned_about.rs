//! Lints that a strict crate turns on, on an expansion with every part.

#![deny(missing_docs, unused, unsafe_code, nonstandard_style, rust_2018_idioms)]
#![deny(unreachable_pub, missing_debug_implementations, unused_qualifications)]

use mcp_runtime::form::Elicit;

/// A size.
#[derive(Debug, Elicit)]
pub enum Size {
    /// Not much.
    Small,
    /// A lot.
    #[elicit(title = "Quite large")]
    #[deprecated]
    Large,
}

/// An order.
#[derive(Debug, Elicit)]
pub struct Order {
    /// How large.
    #[elicit(default = Size::Small)]
    pub size: Size,
    /// What for.
    #[elicit(pattern = "^[a-z]*$", default = "")]
    pub purpose: String,
}

fn main() {
    assert!(Order::form().defect().is_none());
}
