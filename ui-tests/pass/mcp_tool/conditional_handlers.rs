//! `#[cfg]` and other attributes, above and below ours.

use mcp_runtime::prelude::*;

#[cfg(any())]
#[mcp_tool]
async fn gone(missing: Missing) -> Missing {
    missing
}

#[mcp_tool]
#[cfg(any())]
async fn gone_too(missing: Missing) -> Missing {
    missing
}

#[mcp_tool]
#[cfg_attr(all(), doc = "Here.", allow(unused_variables))]
#[cfg(all())]
async fn here(unused: String) {}

#[mcp_tool]
#[deprecated = "use `here`"]
#[expect(unused_variables, reason = "on purpose")]
#[inline]
async fn old(unused: String) {}

fn main() {
    let _: Tool = here();
    #[expect(deprecated, reason = "on purpose")]
    let _: Tool = old();
}
