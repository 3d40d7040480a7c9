//! What is done in every round on purpose, on every kind of statement; it covers what is inside.

use mcp_runtime::prelude::*;

async fn touch() -> Result<u32, std::fmt::Error> {
    Ok(1)
}

async fn unit() {}

macro_rules! join {
    ($($one:expr),* $(,)?) => {
        ($($one.await,)*)
    };
}

#[mcp_tool]
async fn order(n: u32) -> Result<String, std::fmt::Error> {
    #[repeat]
    let one = touch().await?;
    #[repeat]
    touch().await?;
    #[repeat]
    let Ok(_) = touch().await else { return Ok(String::new()) };
    #[repeat]
    let _ = join!(unit(), unit());
    #[repeat]
    println!("{}", touch().await?);
    #[repeat]
    if touch().await? > 3 {
        unit().await;
        #[elicit(key = "inside", message = "Sure?")]
        let _: Confirmed;
    }
    #[repeat]
    for _ in 0..touch().await? {
        match touch().await {
            Ok(_) => unit().await,
            Err(_) => break,
        }
    }
    #[repeat]
    while touch().await? > 3 {
        unit().await;
    }
    #[repeat]
    match touch().await? {
        0 => unit().await,
        _ => {}
    }
    let late = async {
        #[repeat]
        let one = touch().await;
        one
    };
    #[repeat]
    late.await?;
    #[repeat]
    println!("{n}");
    #[allow(unused_variables)]
    #[repeat]
    let unused = 1;
    #[repeat]
    let two = {
        unit().await;
        #[repeat]
        touch().await?
    };
    #[elicit(message = "Pay {one} {two}?")]
    let _pay: Confirmed;
    Ok(n.to_string())
}

fn main() {
    let _: Tool = order();
}
