//! Other attributes of the statement stay, and nothing is warned about.
#![deny(warnings)]

use mcp_runtime::prelude::*;

fn load() -> u8 {
    7
}

#[deprecated]
fn old() -> u8 {
    8
}

#[mcp_tool]
async fn order() -> String {
    #[cfg(any())]
    #[step]
    let missing = nothing_of_this_name();
    #[step]
    #[cfg(all())]
    let present = load();
    #[cfg(any())]
    #[step(key = "gone")]
    nothing_of_this_name();
    #[allow(unused_variables)]
    #[step]
    let unused = load();
    #[step]
    #[allow(deprecated)]
    let deprecated = old();
    #[allow(deprecated)]
    #[step(key = "statement")]
    old();
    #[step]
    let mut changed: u8 = load();
    changed += 1;
    #[step]
    let r#type = load();
    present.to_string() + &(deprecated + changed + r#type).to_string()
}

fn main() {
    let order = order();
    let keys: Vec<_> = order.points().iter().map(|point| point.key).collect();
    assert_eq!(
        keys,
        ["missing", "present", "gone", "unused", "deprecated", "statement", "changed", "type"]
    );
}
