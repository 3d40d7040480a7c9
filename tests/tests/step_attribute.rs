//! Steps by attribute: done once in a call, and marked so where they stand.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::prelude::*;
use mcp_tests::forms::{named, yes};
use mcp_tests::{Caller, Name, sealing};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A shop that counts what is done in it.
#[derive(Clone, Default)]
struct Shop(Arc<AtomicU32>);

/// How often the shop had been visited.
#[derive(Debug, Deserialize, Serialize)]
struct Visit(u32);

#[derive(Debug, Deserialize, Serialize)]
struct Closed(u32);

impl Shop {
    fn number(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    async fn visit(&self) -> Result<Visit, Closed> {
        tokio::task::yield_now().await;
        Ok(Visit(self.number()))
    }

    async fn closed(&self) -> Result<Visit, Closed> {
        tokio::task::yield_now().await;
        Err(Closed(self.number()))
    }

    fn times(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the handlers fail with.
struct Failed(String);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Closed> for Failed {
    fn from(Closed(times): Closed) -> Self {
        Self(format!("closed at visit {times}"))
    }
}

/// A client of a server that has this tool and the shop.
fn ada(tool: Tool, shop: &Shop) -> Caller {
    let server = Server::new("test", "1.0.0")
        .request_state(sealing().encrypted())
        .state(shop.clone())
        .tool(tool);
    Caller::who_can_be_asked(server.build().expect("it builds"))
}

#[mcp_tool]
async fn order(shop: &Shop) -> Result<String, Failed> {
    #[step]
    let first: Visit = shop.visit().await?;
    #[repeat]
    shop.visit().await?;
    #[elicit(message = "Who?")]
    let who: Name;
    #[elicit(key = "sure", message = "Sure?")]
    let _: Confirmed;
    Ok(format!("{} {}", first.0, who.name))
}

#[tokio::test]
async fn a_step_is_done_once_and_what_is_repeated_in_every_round() {
    let shop = Shop::default();
    let ada = ada(order(), &shop);
    let asked = ada.calls("order", json!({})).await;
    let asked = ada.answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(shop.times(), 3, "one step, two rounds");
    assert_eq!(ada.answers(&asked, [("sure", yes())]).await.text(), "1 Ada");
    assert_eq!(shop.times(), 4);
}

#[mcp_tool]
async fn flaky(shop: &Shop) -> Result<String, Failed> {
    #[step]
    let number = shop.number();
    #[elicit(message = "Who?")]
    let who: Name;
    #[step]
    let visit = if number + 1 == shop.number() { shop.closed().await } else { shop.visit().await }?;
    Ok(format!("{} {visit:?}", who.name))
}

#[tokio::test]
async fn what_failed_is_not_recorded_and_leaves_by_its_question_mark() {
    let shop = Shop::default();
    let ada = ada(flaky(), &shop);
    let asked = ada.calls("flaky", json!({})).await;

    let failed = ada.answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(failed.failure(), "closed at visit 3");

    let again = ada.answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(again.text(), "Ada Visit(5)");
}

#[mcp_tool]
async fn whole(shop: &Shop) -> Result<String, Failed> {
    #[step(whole)]
    let closed = shop.closed().await;
    #[step(whole, key = "typed")]
    let Ok(Visit(open)): Result<Visit, Closed> = shop.visit().await else {
        return Err(Failed("not open".to_owned()));
    };
    #[elicit(message = "Who?")]
    let who: Name;
    #[step(whole)]
    let _never: Visit = shop.closed().await?;
    Ok(format!("{closed:?} {open} {}", who.name))
}

#[tokio::test]
async fn a_failure_is_recorded_where_that_is_said() {
    let shop = Shop::default();
    let ada = ada(whole(), &shop);
    let asked = ada.calls("whole", json!({})).await;
    let failed = ada.answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(failed.failure(), "closed at visit 3");
    assert_eq!(
        shop.times(),
        3,
        "the recorded failure and the recorded success are not tried again"
    );
}

#[mcp_tool]
async fn each(names: Vec<String>, shop: &Shop) -> Result<String, Failed> {
    let mut said = Vec::new();
    for name in &names {
        #[step(key = "visit-{name}")]
        let Visit(by_name) = shop.visit().await?;
        #[step]
        let counted = shop.number();
        #[elicit(key = "sure-{name}", message = "Sure?")]
        let _: Confirmed;
        said.push(format!("{name}{by_name}{counted}"));
    }
    Ok(said.join(" "))
}

#[tokio::test]
async fn a_step_in_a_loop_is_one_for_each_key_and_counted_without() {
    let shop = Shop::default();
    let ada = ada(each(), &shop);
    let asked = ada.calls("each", json!({ "names": ["a", "b"] })).await;
    let asked = ada.answers(&asked, [("sure-a", yes())]).await;
    assert_eq!(ada.answers(&asked, [("sure-b", yes())]).await.text(), "a12 b34");
    assert_eq!(shop.times(), 4);
}

#[mcp_tool]
async fn branches(known: bool, shop: &Shop) -> Result<String, Failed> {
    let visit = if known {
        #[step(key = "known")]
        usize::from(shop.number() == 1)
    } else {
        #[step(key = "touch")]
        shop.visit().await?;
        #[step]
        let second = shop.number();
        match second {
            2 => {
                #[step]
                let text = format!("{}", shop.number());
                text.len() + 10
            }
            _ => 0,
        }
    };
    #[elicit(message = "Who?")]
    let who: Name;
    Ok(format!("{visit} {}", who.name))
}

#[tokio::test]
async fn only_the_steps_on_the_way_are_done() {
    for (known, text, times) in [(true, "1 Ada", 1), (false, "11 Ada", 3)] {
        let shop = Shop::default();
        let ada = ada(branches(), &shop);
        let asked = ada.calls("branches", json!({ "known": known })).await;
        let done = ada.answers(&asked, [("who", named("Ada"))]).await;
        assert_eq!((done.text(), shop.times()), (text, times));
    }
}

#[mcp_tool]
async fn beside(shop: &Shop, cx: &Context) -> Result<String, Failed> {
    let work = cx.step("work", shop.visit());
    let (visit, who) = tokio::join!(work, cx.elicit::<Name>("Who?").key("who"));
    #[step]
    let after = shop.number();
    let sure = cx.elicit::<Confirmed>("Sure?").key("sure").await;
    Ok(format!(
        "{} {after} {:?} {}",
        visit?.0,
        who.accepted().map(|who| who.name),
        sure.accepted().is_some()
    ))
}

#[tokio::test]
async fn a_step_by_the_call_may_be_waited_for_beside_an_ask() {
    let shop = Shop::default();
    let ada = ada(beside(), &shop);
    let asked = ada.calls("beside", json!({})).await;
    let asked = ada.answers(&asked, [("who", named("Ada"))]).await;
    let done = ada.answers(&asked, [("sure", yes())]).await;
    assert_eq!(done.text(), "1 2 Some(\"Ada\") true");
    assert_eq!(shop.times(), 2);
}

#[mcp_tool]
async fn borrows(mut names: Vec<String>, shop: &Shop) -> Result<String, Failed> {
    #[step]
    let longest = names.iter().max_by_key(|name| name.len()).cloned();
    #[step(key = "one", secret)]
    let (first, _) =
        (names.first().map(String::as_str).unwrap_or_default().to_owned(), shop.number());
    #[elicit(key = "sure", message = "{longest:?} {first}?")]
    let _: Confirmed;
    names.push(first);
    #[step]
    let joined = {
        let names = std::mem::take(&mut names);
        names.join(" ")
    };
    #[elicit(key = "again", message = "{joined}?")]
    let _: Confirmed;
    Ok(joined)
}

#[tokio::test]
async fn a_step_borrows_what_is_around_it() {
    let shop = Shop::default();
    let ada = ada(borrows(), &shop);
    let asked = ada.calls("borrows", json!({ "names": ["Ada", "Grace"] })).await;
    assert_eq!(asked.question("sure"), "Some(\"Grace\") Ada?");
    let asked = ada.answers(&asked, [("sure", yes())]).await;
    let done = ada.answers(&asked, [("again", yes())]).await;
    assert_eq!((done.text(), shop.times()), ("Ada Grace Ada", 1));
}

#[mcp_tool]
async fn shared(shop: &Shop) -> String {
    #[step(key = "who")]
    let number = shop.number();
    #[elicit(message = "Who?")]
    let who: Name;
    format!("{number} {}", who.name)
}

#[tokio::test]
async fn an_ask_and_a_step_may_share_a_key() {
    let shop = Shop::default();
    let ada = ada(shared(), &shop);
    let asked = ada.calls("shared", json!({})).await;
    assert_eq!(asked.keys(), ["who"]);
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "1 Ada");
    assert_eq!(shop.times(), 1);
}
