//! Below the last ask, and on ways that lead to none, nothing needs a mark.

use mcp_runtime::prelude::*;

async fn load(n: u32) -> Option<u32> {
    Some(n)
}

#[mcp_tool]
async fn order(n: u32) -> String {
    let Some(n) = Some(n).filter(|n| *n > 0) else {
        load(1).await;
        return "early".into();
    };
    if n == 7 {
        return format!("{:?}", load(2).await);
    }
    match n {
        1 => {
            load(3).await;
            panic!("over");
        }
        2 => {
            load(3).await;
            loop {
                load(4).await;
                if n == 3 {
                    return String::new();
                }
            }
        }
        _ => {}
    }
    'rest: {
        #[elicit(key = "early", message = "Sure?")]
        let _: Option<Confirmed>;
        'outer: loop {
            loop {
                #[elicit(message = "Sure?")]
                let sure: Option<Confirmed>;
                match sure {
                    None => continue 'outer,
                    Some(_) => {
                        load(5).await;
                        break 'rest;
                    }
                }
            }
        }
    }
    while load(6).await.is_some_and(|n| n > 6) {
        load(7).await;
    }
    for n in 0..3 {
        if load(n).await.is_none() {
            continue;
        }
        load(n).await;
    }
    format!("{:?}", load(8).await)
}

#[mcp_tool]
async fn without_asks() -> String {
    for n in 0..3 {
        load(n).await;
    }
    format!("{:?}", load(8).await)
}

#[mcp_tool]
async fn asked_first(#[elicit(message = "Sure?")] sure: Confirmed) -> String {
    drop(sure);
    format!("{:?}", load(8).await)
}

fn main() {
    let _: [Tool; 3] = [order(), without_asks(), asked_first()];
}
