//! Handlers in modules, functions and macros; forms and helpers inside handlers.

use mcp_runtime::prelude::*;

mod folders {
    use mcp_runtime::prelude::*;

    #[mcp_tool]
    pub(crate) async fn list(#[elicit(message = "Sure?")] sure: Confirmed) {
        let _ = sure;
    }
}

macro_rules! handler {
    ($name:ident, $ty:ty, $message:literal, $default:expr) => {
        #[mcp_tool(title = $message)]
        async fn $name(#[arg(default = $default)] value: $ty, state: &$ty, cx: &Context) -> $ty {
            #[elicit(key = $message, message = $message)]
            let _: Confirmed;
            let _ = (state, cx);
            value
        }
    };
}

handler!(made, String, "Sure?", "none");

#[mcp_tool]
async fn outer(names: Vec<String>) -> usize_text::Text {
    #[mcp_tool]
    async fn inner() {
        #[elicit(message = "Sure?")]
        let _sure: Confirmed;
    }

    fn helper(names: &[String]) -> usize {
        names.iter().map(|name| name.len()).sum()
    }

    #[elicit(message = "Really sure?")]
    let _sure: Confirmed;
    let _ = inner();
    let later = async { helper(&names) };
    format!("{}", later.await)
}

mod usize_text {
    pub(crate) type Text = String;
}

fn main() {
    let _ = [folders::list(), made(), outer()];
}
