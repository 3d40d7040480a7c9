//! Waiting for something that happens elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, Said, sealing};
use serde_json::json;
use tokio::time::Instant;

/// A payment that is made at the n-th look, and what it saw of the looks.
#[derive(Debug, Default)]
struct Payment {
    at: AtomicU64,
    looks: AtomicU64,
}

impl Payment {
    fn is_made(&self) -> impl Future<Output = bool> + Send + '_ {
        std::future::poll_fn(|_| {
            let look = self.looks.fetch_add(1, Ordering::SeqCst) + 1;
            std::task::Poll::Ready(look >= self.at.load(Ordering::SeqCst))
        })
    }

    fn looks(&self) -> u64 {
        self.looks.load(Ordering::SeqCst)
    }
}

/// Waits for a payment, and asks something afterwards.
#[mcp_tool]
async fn pay(minutes_long: u64, payment: &Payment, cx: &Context) -> String {
    let waited = cx.wait_until(|| payment.is_made(), minutes(minutes_long)).await;

    #[elicit(key = "who", message = "Who? {waited:?}")]
    let who: Option<Name>;

    format!("{waited:?} {}", who.is_some())
}

fn ada(at: u64) -> (Caller, Arc<Payment>) {
    let payment = Arc::new(Payment { at: at.into(), ..Payment::default() });
    let server = Server::new("t", "1").state_as(Arc::clone(&payment)).request_state(sealing());
    #[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
    let server = server.tool(pay).build().unwrap();
    (Caller::who_can_be_asked(server), payment)
}

fn is_come_back(said: &Said) -> bool {
    let result = said.result();
    result["resultType"] == "input_required" && result.get("inputRequests").is_none()
}

#[tokio::test(start_paused = true)]
async fn what_happened_already_is_not_waited_for() {
    let (ada, payment) = ada(1);
    let began = Instant::now();
    let asked = ada.calls("pay", json!({ "minutes_long": 1 })).await;
    assert_eq!(asked.question("who"), "Who? Done");
    assert_eq!((began.elapsed(), payment.looks()), (Duration::ZERO, 1));

    // A later round knows that it happened, and does not look again.
    assert_eq!(ada.answers(&asked, [("who", named("Ada"))]).await.text(), "Done true");
    assert_eq!(payment.looks(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_round_is_held_open_while_it_waits() {
    let (ada, payment) = ada(4);
    let began = Instant::now();
    let asked = ada.calls("pay", json!({ "minutes_long": 1 })).await;
    assert_eq!(asked.question("who"), "Who? Done");
    assert_eq!(payment.looks(), 4);
    let took = began.elapsed();
    assert!(took > Duration::from_secs(3) && took < Duration::from_secs(10), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn after_fifty_seconds_the_client_comes_back() {
    let (ada, payment) = ada(u64::MAX);
    let began = Instant::now();
    let first = ada.calls("pay", json!({ "minutes_long": 15 })).await;
    assert!(is_come_back(&first), "{}", first.raw());
    assert_eq!(began.elapsed().as_secs(), 50);
    assert!(payment.looks() < 20, "it looks less and less often: {}", payment.looks());

    let second = ada.clone().after(50).goes_on(&first).send().await;
    assert!(is_come_back(&second), "{}", second.raw());

    payment.at.store(0, Ordering::SeqCst);
    let asked = ada.after(100).goes_on(&second).send().await;
    assert_eq!(asked.question("who"), "Who? Done");
}

#[tokio::test(start_paused = true)]
async fn the_time_is_counted_over_all_rounds_and_has_an_end() {
    let (ada, payment) = ada(u64::MAX);
    let mut said = ada.calls("pay", json!({ "minutes_long": 30 })).await;
    let mut rounds = 1;
    while is_come_back(&said) {
        said = ada.clone().after(rounds * 50).goes_on(&said).send().await;
        rounds += 1;
    }
    assert_eq!(said.question("who"), "Who? GaveUp");
    assert_eq!(rounds, 36, "30 minutes are 36 rounds, more than a call may ask in");

    // It stays given up, although it happened since.
    payment.at.store(0, Ordering::SeqCst);
    let done = ada.after(1900).answers(&said, [("who", named("Ada"))]).await;
    assert_eq!(done.text(), "GaveUp true");
}

#[tokio::test(start_paused = true)]
async fn the_rest_of_the_time_is_less_than_a_round() {
    let (ada, _) = ada(u64::MAX);
    let began = Instant::now();
    let first = ada.calls("pay", json!({ "minutes_long": 1 })).await;
    assert!(is_come_back(&first), "{}", first.raw());
    let asked = ada.after(50).goes_on(&first).send().await;
    assert_eq!(asked.question("who"), "Who? GaveUp");
    assert_eq!(began.elapsed().as_secs(), 60);
}

#[tokio::test(start_paused = true)]
async fn what_a_handler_may_take_is_not_used_up_by_waiting() {
    let payment = Payment { at: u64::MAX.into(), ..Payment::default() };
    let server = Server::new("t", "1").state(payment).call_timeout(Duration::from_secs(20));
    let ada = Caller::who_can_be_asked(server.tool(pay).build().unwrap());
    let began = Instant::now();
    assert!(is_come_back(&ada.calls("pay", json!({ "minutes_long": 1 })).await));
    assert_eq!(began.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn an_ask_beside_a_wait_goes_out_at_once() {
    let tool = Tool::new("both").handler(|cx, _| {
        Box::pin(async move {
            let never = cx.wait_until(|| std::future::ready(false), minutes(1));
            let (waited, who) = tokio::join!(never, cx.elicit::<Name>("Who?").key("who"));
            format!("{waited:?} {}", who.accepted().is_some())
        })
    });
    let ada = Caller::who_can_be_asked(mcp_tests::server_of(tool));
    let began = Instant::now();
    let asked = ada.calls("both", json!({})).await;
    assert_eq!((asked.keys(), began.elapsed()), (vec!["who".to_owned()], Duration::ZERO));
    let answered = ada.clone().after(30).answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(answered.text(), "GaveUp true", "the time runs while somebody thinks");
}

#[tokio::test]
async fn the_token_of_a_page_belongs_to_its_call() {
    let tool = Tool::new("page").handler(|cx, _| {
        Box::pin(async move {
            let url = format!("https://example.com/{}", cx.page_token());
            assert_ne!(cx.page_token(), cx.idempotency_key(""));
            format!("{:?} {}", cx.elicit_url("Open", url).key("page").await, cx.page_token())
        })
    });
    let ada = Caller::who_can_be_asked(mcp_tests::server_of(tool));
    let asked = ada.calls("page", json!({})).await;
    let url = asked.ask("page")["params"]["url"].as_str().unwrap().to_owned();
    let token = url.trim_start_matches("https://example.com/");
    let done = ada.answers(&asked, [("page", json!({ "action": "accept" }))]).await;
    assert_eq!(done.text(), format!("Accept(()) {token}"));
    let other = ada.calls("page", json!({})).await;
    assert_ne!(other.ask("page")["params"]["url"], url);
}

#[tokio::test]
async fn a_step_cannot_wait() {
    let tool = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let wait = cx.wait_until(|| std::future::ready(false), minutes(1));
            format!("{:?}", cx.step_whole("paid", wait).await)
        })
    });
    let said = Caller::of(mcp_tests::server_of(tool)).calls("t", json!({})).await;
    assert_eq!(said.code(), -32_603);
    assert!(
        said.error().starts_with("`wait_until` was called inside step `paid`"),
        "{}",
        said.raw()
    );
}

/// What was waited for on one answer is not passed off as having happened on another.
#[tokio::test(start_paused = true)]
async fn a_page_that_was_replaced_is_waited_for_again() {
    fn paying(price: u32, is_paid: bool) -> Server {
        let tool = Tool::new("pay").handler(move |cx, _| {
            Box::pin(async move {
                let url = format!("https://example.com/{price}");
                let page = cx.elicit_url(format!("Pay {price}"), url).key("page").await;
                let waited = cx.wait_until(|| std::future::ready(is_paid), minutes(1)).await;
                let who = cx.elicit::<Name>("Who?").key("who").await;
                format!("{price} {page:?} {waited:?} {}", who.accepted().is_some())
            })
        });
        mcp_tests::server_of(tool)
    }
    let yes = || json!({ "action": "accept" });
    let ada = Caller::who_can_be_asked(paying(100, true));
    let asked = ada.calls("pay", json!({})).await;
    let who = ada.answers(&asked, [("page", yes())]).await;
    assert_eq!(who.keys(), ["who"], "it was paid");

    let dearer = ada.at(paying(999, false));
    let again = dearer.answers(&who, [("who", named("Ada"))]).await;
    assert_eq!(again.question("page"), "Pay 999");
    let said = dearer.answers(&again, [("page", yes())]).await;
    assert!(is_come_back(&said), "the new price was not paid: {}", said.raw());
}

#[tokio::test(start_paused = true)]
async fn a_look_that_takes_too_long_is_dropped() {
    let tool = Tool::new("slow").handler(|cx, _| {
        Box::pin(async move {
            format!("{:?}", cx.wait_until(std::future::pending, Duration::from_secs(70)).await)
        })
    });
    let ada = Caller::of(mcp_tests::server_of(tool));
    let began = Instant::now();
    let first = ada.calls("slow", json!({})).await;
    assert!(is_come_back(&first), "{}", first.raw());
    assert_eq!(began.elapsed().as_secs(), 50);
    assert_eq!(ada.after(50).goes_on(&first).send().await.text(), "GaveUp");
    assert_eq!(began.elapsed().as_secs(), 70);
}

#[tokio::test(start_paused = true)]
async fn the_time_begins_when_the_wait_does() {
    let tool = Tool::new("late").handler(|cx, _| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(40)).await;
            let began = Instant::now();
            let never = || std::future::ready(false);
            let waited = cx.wait_until(never, Duration::from_millis(20_500)).await;
            format!("{waited:?} {}", began.elapsed().as_secs())
        })
    });
    let said = Caller::of(mcp_tests::server_of(tool)).calls("late", json!({})).await;
    assert_eq!(said.text(), "GaveUp 21", "rounded up, as with the timeout of an ask");
}

/// Looks are made a different number of times in each round, so nothing of them may count.
#[tokio::test(start_paused = true)]
async fn what_a_look_takes_moves_nothing_behind_it() {
    let looks = Arc::new(AtomicU64::new(0));
    let tool = Tool::new("t").handler(move |cx, _| {
        let looks = Arc::clone(&looks);
        Box::pin(async move {
            let look = || {
                let (number, id) = (looks.fetch_add(1, Ordering::SeqCst), cx.uuid());
                std::future::ready(number >= 2 && !id.is_empty())
            };
            let waited = cx.wait_until(look, minutes(1)).await;
            let id = cx.uuid();
            let who = cx.elicit::<Name>(format!("Who? {id}")).key("who").await;
            format!("{waited:?} {id} {}", who.accepted().is_some())
        })
    });
    let ada = Caller::who_can_be_asked(mcp_tests::server_of(tool));
    let asked = ada.calls("t", json!({})).await;
    let id = asked.question("who").trim_start_matches("Who? ").to_owned();
    let done = ada.answers(&asked, [("who", named("Ada"))]).await;
    assert_eq!(done.text(), format!("Done {id} true"));
}

#[tokio::test]
async fn a_look_only_looks() {
    let steps = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let look = || async { cx.step_whole("poll", async { true }).await };
            format!("{:?}", cx.wait_until(look, minutes(1)).await)
        })
    });
    let asks = Tool::new("t").handler(|cx, _| {
        Box::pin(async move {
            let look = || async { cx.elicit::<Name>("Who?").key("who").await.accepted().is_some() };
            format!("{:?}", cx.wait_until(look, minutes(1)).await)
        })
    });
    for (tool, begins) in [
        (steps, "step `poll` was made in a look of `wait_until`"),
        (asks, "ask `who` was made inside a look of `wait_until`"),
    ] {
        let said = Caller::who_can_be_asked(mcp_tests::server_of(tool)).calls("t", json!({})).await;
        assert!(said.error().starts_with(begins), "{}", said.raw());
    }
}
