//! `order`, as processes that are killed, take turns, and get rounds twice: the customer is charged once.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

mod processes;

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use processes::{KEY, Process, post};
use serde_json::{Value, json};

/// How often a customer of two items is asked.
const ASKS: usize = 4;

/// What the shop and its payment service wrote down.
struct Ledger(PathBuf);

impl Ledger {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = format!("order-test-{}-{number}", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder))
    }

    async fn shop(&self, arguments: &[&str]) -> Process {
        let ledger = self.0.to_str().unwrap();
        let environment = [("MCP_REQUEST_STATE_KEY", KEY), ("ORDER_LEDGER", ledger)];
        Process::start(env!("CARGO_BIN_EXE_order"), arguments, &environment).await
    }

    fn lines(&self, of: &str) -> Vec<String> {
        let text = fs::read_to_string(self.0.join(of)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn charges(&self) -> usize {
        fs::read_dir(self.0.join("charges")).unwrap().count()
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn arguments() -> Value {
    json!({ "items": ["tea", "pot"] })
}

async fn begin(shop: SocketAddr) -> Value {
    post(shop, "order", json!({ "arguments": arguments() })).await.1["result"].take()
}

/// The next round: an answer to what was asked.
fn next(asked: &Value) -> Value {
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let answer = |key: &str| match key {
        "count-0" => json!({ "count": 2 }),
        "count-1" => json!({ "count": 1 }),
        "pay" => json!({ "confirmed": true }),
        "email" => json!({ "address": "ada@example.com" }),
        other => panic!("nobody expected to be asked {other}"),
    };
    let asks = asked["inputRequests"].as_object().unwrap();
    let answers: serde_json::Map<String, Value> = asks
        .keys()
        .map(|key| (key.clone(), json!({ "action": "accept", "content": answer(key) })))
        .collect();
    json!({
        "arguments": arguments(),
        "requestState": asked["requestState"],
        "inputResponses": answers,
    })
}

async fn go_on(shop: SocketAddr, asked: &Value) -> Value {
    let (status, mut reply) = post(shop, "order", next(asked)).await;
    assert_eq!(status, 200, "{reply}");
    reply["result"].take()
}

fn is_paid(result: &Value) {
    let text = &result["content"][0]["text"];
    assert_eq!(*text, "Paid 2895 cents; receipt R1 goes to ada@example.com", "{result}");
}

#[tokio::test]
async fn rounds_that_are_sent_twice_charge_once() {
    let ledger = Ledger::new();
    let shop = ledger.shop(&[]).await;
    let mut asked = begin(shop.address).await;
    for _ in 1..ASKS {
        let (one, other) = tokio::join!(go_on(shop.address, &asked), go_on(shop.address, &asked));
        assert_eq!(one["inputRequests"], other["inputRequests"]);
        asked = other;
    }
    is_paid(&go_on(shop.address, &asked).await);
    is_paid(&go_on(shop.address, &asked).await);

    let attempts = ledger.lines("attempts");
    assert_eq!(attempts.len(), 2, "the round that charges came twice");
    assert_eq!(attempts.iter().collect::<BTreeSet<_>>().len(), 1, "with one key");
    assert_eq!(ledger.charges(), 1);
}

#[tokio::test]
async fn a_process_that_is_killed_between_two_rounds_charges_once() {
    for killed_after in 0..ASKS {
        let ledger = Ledger::new();
        let mut shop = ledger.shop(&[]).await;
        let mut result = begin(shop.address).await;
        for round in 0..ASKS {
            if round == killed_after {
                shop.kill().await;
                shop = ledger.shop(&[]).await;
            }
            result = go_on(shop.address, &result).await;
        }
        is_paid(&result);
        assert_eq!((ledger.charges(), ledger.lines("attempts").len()), (1, 1));
        assert_eq!(ledger.lines("quotes"), ["tea", "pot"], "what was quoted is carried");
        assert_eq!(ledger.lines("letters"), ["R1 ada@example.com"]);
    }
}

#[tokio::test]
async fn processes_that_take_turns_charge_once() {
    let ledger = Ledger::new();
    let shops = [ledger.shop(&[]).await, ledger.shop(&[]).await];
    let mut result = begin(shops[0].address).await;
    for round in 0..ASKS {
        result = go_on(shops[(round + 1) % 2].address, &result).await;
    }
    is_paid(&result);
    assert_eq!((ledger.charges(), ledger.lines("attempts").len()), (1, 1));
    assert_eq!(ledger.lines("quotes"), ["tea", "pot"]);
    assert!(ledger.lines("holds").len() >= 2, "what is to be repeated is repeated");
}

#[tokio::test]
async fn two_calls_are_two_charges() {
    let ledger = Ledger::new();
    let shop = ledger.shop(&[]).await;
    for _ in 0..2 {
        let mut result = begin(shop.address).await;
        for _ in 0..ASKS {
            result = go_on(shop.address, &result).await;
        }
        assert_eq!(result["resultType"], "complete");
    }
    assert_eq!(ledger.charges(), 2);
}

#[tokio::test]
async fn with_single_use_a_round_that_is_sent_twice_is_refused() {
    let ledger = Ledger::new();
    let shop = ledger.shop(&["--single-use"]).await;
    let mut result = begin(shop.address).await;
    for _ in 0..ASKS {
        let asked = result;
        result = go_on(shop.address, &asked).await;
        let (status, refused) = post(shop.address, "order", next(&asked)).await;
        assert_eq!(status, 400);
        assert_eq!(refused["error"]["message"], "Invalid or expired requestState");
    }
    is_paid(&result);
    assert_eq!((ledger.charges(), ledger.lines("attempts").len()), (1, 1));
}

#[tokio::test]
async fn what_the_shop_does_not_have_is_told_and_nothing_is_charged() {
    let ledger = Ledger::new();
    let shop = ledger.shop(&[]).await;
    let call = json!({ "arguments": { "items": ["tea", "moon"] } });
    let (_, reply) = post(shop.address, "order", call.clone()).await;
    let mut params = next(&reply["result"]);
    params["arguments"] = call["arguments"].clone();
    let (_, reply) = post(shop.address, "order", params).await;
    assert_eq!(reply["result"]["isError"], true);
    assert_eq!(reply["result"]["content"][0]["text"], "the shop has no moon");
    assert_eq!(ledger.charges(), 0);
}

#[test]
fn the_handler_is_shown_as_a_diagram() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_order"))
        .arg("--diagram")
        .env("ORDER_LEDGER", Ledger::new().0.as_os_str())
        .output()
        .unwrap();
    let diagram = String::from_utf8(output.stdout).unwrap();
    assert!(diagram.starts_with("stateDiagram-v2\n"), "{diagram}");
    let keys = ["quote-{place}", "count-{place}", "pay", "receipt", "email"];
    let places = keys.map(|key| diagram.find(key).unwrap_or_else(|| panic!("{key}: {diagram}")));
    assert!(places.is_sorted(), "points stand in the order of the source: {diagram}");

    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/rounds.md");
    let shown = format!("```mermaid\n{diagram}```\n");
    assert!(fs::read_to_string(guide).unwrap().contains(&shown), "the guide shows:\n{shown}");
}
