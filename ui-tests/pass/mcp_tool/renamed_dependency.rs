//! The runtime goes by another name.

extern crate mcp_runtime as protocol;

mod mcp_runtime {}

use protocol::prelude::*;

#[mcp_tool(crate = ::protocol)]
async fn absolute(name: String) -> String {
    name
}

mod vendored {
    pub mod mcp {
        pub use protocol::__private;
    }
}

#[mcp_tool(crate = crate::vendored::mcp)]
async fn relative(#[roots] roots: Vec<Root>) {
    drop(roots);
}

fn main() {
    let _: [Tool; 2] = [absolute(), relative()];
}
