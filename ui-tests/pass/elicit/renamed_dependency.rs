//! The runtime under another name.

extern crate mcp_runtime as renamed;

use renamed::form::Elicit as _;

mod mcp_runtime {}

#[derive(renamed::Elicit)]
#[elicit(crate = renamed)]
enum Size {
    Small,
    Large,
}

#[derive(renamed::Elicit)]
#[elicit(crate = crate::again)]
#[expect(dead_code, reason = "only the form is looked at")]
struct Order {
    #[elicit(default = "Small", pattern = "x")]
    note: String,
    size: Size,
}

use renamed as again;

fn main() {
    assert_eq!(Order::form().fields().len(), 2);
    let _ = (Size::Small, Size::Large);
}
