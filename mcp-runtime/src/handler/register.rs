//! How a tool gets to its server: by hand, or from wherever it is linked.

use super::tool::Tool;

/// A tool, or the function that `#[mcp_tool]` put in a handler's place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "give the name of a function with `#[mcp_tool]`, or a `Tool`"
)]
pub trait IntoTool {
    /// The tool.
    fn into_tool(self) -> Tool;
}

impl IntoTool for Tool {
    fn into_tool(self) -> Tool {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> Tool> IntoTool for F {
    fn into_tool(self) -> Tool {
        self()
    }
}

/// A tool that a linked crate registered through `inventory`.
#[derive(Debug)]
pub struct Registered {
    tool: fn() -> Tool,
}

impl Registered {
    /// For the macro.
    #[must_use]
    pub const fn tool(tool: fn() -> Tool) -> Self {
        Self { tool }
    }

    /// Every tool that is linked into the program, in the order of their names.
    pub(crate) fn all() -> Vec<Tool> {
        let mut tools: Vec<Tool> =
            inventory::iter::<Self>().map(|registered| (registered.tool)()).collect();
        tools.sort_by(|one, other| one.name.cmp(&other.name));
        tools
    }
}

inventory::collect!(Registered);
