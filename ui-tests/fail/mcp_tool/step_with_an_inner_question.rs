//! What would leave a step before it has a value.

use mcp_runtime::prelude::*;

async fn load(n: u32) -> Result<u32, std::fmt::Error> {
    Ok(n)
}

#[mcp_tool]
async fn order() -> Result<String, std::fmt::Error> {
    let mut found = 0;
    'all: for n in 0..3 {
        #[step(key = "a-{n}")]
        let sum = load(load(n).await?).await?;
        #[step(key = "b-{n}")]
        let text = format!("{}", load(sum).await?);
        #[step(key = "c-{n}")]
        let some: u32 = if text.is_empty() { return Ok(text) } else { n };
        #[step(key = "d-{n}")]
        let more: u32 = match some {
            0 => break,
            1 => continue 'all,
            // These stay inside.
            n => loop {
                let _closure = |m: Result<u32, std::fmt::Error>| -> Result<u32, std::fmt::Error> { Ok(m?) };
                'inner: {
                    break 'inner;
                }
                break n;
            },
        };
        found += more;
    }
    Ok(found.to_string())
}

fn main() {
    let _: Tool = order();
}
