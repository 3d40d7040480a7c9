//! Steps stand in any block of the handler's own body.

use mcp_runtime::prelude::*;

async fn load(n: u32) -> Result<Option<String>, std::fmt::Error> {
    Ok(Some(n.to_string()))
}

#[mcp_tool]
async fn all(names: Vec<String>) -> Result<String, std::fmt::Error> {
    if names.is_empty() {
        #[step(key = "none")]
        load(0).await?;
    } else if let [only] = &names[..] {
        #[step]
        let only: String = only.to_uppercase();
        drop(only);
    }
    for (n, _) in (0..3).zip(&names) {
        #[step(key = "item-{n}")]
        let item = load(n).await?;
        match item {
            Some(item) => {
                #[step]
                let kept = item.clone();
                drop(kept);
            }
            None => break,
        }
    }
    #[step(key = "first")]
    let Some(first) = load(1).await? else {
        #[elicit(key = "no first", message = "Nothing?")]
        let _: Confirmed;
        #[step(key = "instead")]
        load(2).await?;
        return Ok(String::new());
    };
    #[step(key = "loop")]
    for n in 0..2 {
        let Some(_) = load(n).await.unwrap_or_default() else { continue };
        break;
    }
    #[step(key = "choice")]
    match names.len() {
        0 => {}
        _ => drop(load(1).await),
    }
    #[cfg(any())]
    #[step]
    let never: u32 = nothing();
    let block = {
        #[step(key = "tail")]
        load(3).await?
    };
    #[elicit(message = "{first} {block:?}?")]
    let _sure: Confirmed;
    Ok(first)
}

fn main() {
    let _: Tool = all();
}
