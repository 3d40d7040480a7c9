//! Keywords as names of handlers, parameters and answers.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn r#match(r#type: String, r#loop: u8) -> String {
    #[elicit(message = "{type} {loop}?")]
    let r#fn: Option<Confirmed>;
    #[elicit(message = "Again?", otherwise = r#fn)]
    let r#if: Option<Confirmed>;
    #[elicit(key = "{type}", url = "https://example.com/{type}/{loop}", message = "Look")]
    let r#in: Option<()>;
    let _ = (r#if, r#in);
    r#type
}

fn main() {
    let _: Tool = r#match();
}
