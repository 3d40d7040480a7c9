//! Asks stand in any block of the handler's own body.

use mcp_runtime::prelude::*;

#[mcp_tool]
async fn ask(names: Vec<String>) -> Result<String, std::fmt::Error> {
    if names.is_empty() {
        #[elicit(key = "empty", message = "Nothing at all?")]
        let _: Confirmed;
    } else if let [only] = &names[..] {
        #[elicit(key = "one", message = "Only {only}?")]
        let _: Confirmed;
    }
    for (n, name) in names.iter().enumerate() {
        #[elicit(key = "each-{n}", message = "{n:>3}: {name:?} {{yes}}?")]
        let each: Option<Confirmed>;
        match each {
            Some(_) => {
                #[elicit(key = "really", message = "Really?")]
                let _: Confirmed;
            }
            None => break,
        }
    }
    let mut count = 0;
    while count < 2 {
        #[roots]
        let roots: Vec<Root>;
        count += roots.len().max(1);
    }
    let summary = {
        #[sample(prompt = "Sum up {names:?}")]
        let summary: Result<Completion, AskFailed>;
        summary.map(|summary| summary.text()).unwrap_or_default()
    };
    loop {
        #[elicit(url = "https://example.com/{summary}", message = "Read it")]
        let page: Answer<()>;
        if let Answer::Accept(()) = page {
            break;
        }
    }
    let Some(first) = names.first() else {
        #[elicit(key = "last", message = "Nothing?")]
        let _: Confirmed;
        return Ok(summary);
    };
    Ok(first.clone())
}

fn main() {
    let _: Tool = ask();
}
