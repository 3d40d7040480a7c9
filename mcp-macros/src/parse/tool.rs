//! The options of `#[mcp_tool(…)]`.

use proc_macro2::TokenStream;
use syn::{LitBool, LitInt, LitStr};

use super::list::List;
use crate::diag::Diagnostics;
use crate::runtime::Runtime;

const KNOWN: [&str; 14] = [
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "group",
    "icons",
    "version",
    "accept_unasked",
    "single_use",
    "replay",
    "crate",
];

/// What `#[mcp_tool(…)]` says, as far as it was understood.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) read_only: Option<LitBool>,
    pub(crate) destructive: Option<LitBool>,
    pub(crate) idempotent: Option<LitBool>,
    pub(crate) open_world: Option<LitBool>,
    pub(crate) group: Option<LitStr>,
    pub(crate) icons: Vec<LitStr>,
    pub(crate) version: Option<LitInt>,
    pub(crate) accept_unasked: Option<LitBool>,
    pub(crate) single_use: Option<LitBool>,
    /// What is said about the check of what runs again.
    pub(crate) replay: Option<LitStr>,
    pub(crate) runtime: Runtime,
}

/// Reads the options.
pub(crate) fn options(tokens: TokenStream, diag: &mut Diagnostics) -> Options {
    let list = List::read(tokens, &KNOWN, diag);
    Options {
        name: list.string("name", diag),
        title: list.string("title", diag),
        description: list.string("description", diag),
        read_only: list.flag("read_only", diag),
        destructive: list.flag("destructive", diag),
        idempotent: list.flag("idempotent", diag),
        open_world: list.flag("open_world", diag),
        group: list.string("group", diag),
        icons: list.strings("icons", diag).unwrap_or_default(),
        version: list.integer("version", diag),
        accept_unasked: list.flag("accept_unasked", diag),
        single_use: list.flag("single_use", diag),
        replay: list.string("replay", diag),
        runtime: list.path("crate", diag).map(Runtime::renamed).unwrap_or_default(),
    }
}
