//! Types that do not fit: an error that `?` cannot convert, and a value of another type.

use mcp_runtime::prelude::*;

struct Mine(String);

impl std::fmt::Display for Mine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

async fn price() -> Result<u32, String> {
    Ok(7)
}

#[mcp_tool]
async fn order() -> Result<String, Mine> {
    #[step]
    let price = price().await?;
    Ok(price.to_string())
}

#[mcp_tool]
async fn other() -> Result<String, String> {
    #[step]
    let price: String = price().await?;
    #[step]
    let plain: String = 7;
    #[step(whole)]
    let whole: String = 7;
    Ok(price + &plain + &whole)
}

fn main() {
    let _: Tool = order();
}
