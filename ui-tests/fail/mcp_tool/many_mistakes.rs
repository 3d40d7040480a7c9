//! Many mistakes, each reported once and at once, and none of them a consequence of another.

use mcp_runtime::prelude::*;

#[mcp_tool(nam = "greet", read_only = 1)]
fn greet<'a>(
    (first, last): (String, String),
    title: &'a str,
    #[arg(defualt = 3)] times: u8,
    #[elicit(mesage = "Sure?")] sure: Option<Confirmed>,
) -> Result<String, std::fmt::Error> {
    #[elicit(message = "Which language, {}?")]
    let language: Option<Confirmed>;
    #[elicit(key = "language", url = "https://{title}/", message = "Look")]
    let _: ();
    let later = async {
        #[roots]
        let roots: Vec<Root>;
        roots
    };
    later.await;
    Ok(format!("{title} {first} {last} {times} {}", sure.is_some() | language.is_some()))
}

fn main() {
    let _: Tool = greet();
}
