//! Two processes and one Redis: a state that reaches both at once is accepted by one of them.
//!
//! Each test starts a `redis-server` of its own. Where there is no such program they are skipped, which they say; with
//! `MCP_REQUIRE_ALL=1` that is a failure.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail like tests"
)]

mod processes;

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use processes::{KEY, Process, post};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

const TRANSFER: &str = env!("CARGO_BIN_EXE_transfer");
const UNKNOWN: &str =
    "whether this state was used before can't be checked now; nothing was done: try again later";

/// A `redis-server` on a port of its own, which keeps nothing; it ends with the test.
struct Redis {
    address: SocketAddr,
    child: Child,
}

impl Redis {
    /// `None`, and a line that says so, where there is no such program.
    async fn start() -> Option<Self> {
        let there = Command::new("redis-server").arg("--version").output().await;
        if there.is_err() {
            let required = std::env::var("MCP_REQUIRE_ALL").is_ok_and(|value| value == "1");
            assert!(!required, "there is no redis-server");
            skipped();
            return None;
        }
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        Some(Self { address, child: Self::at(address).await })
    }

    async fn at(address: SocketAddr) -> Child {
        let port = address.port().to_string();
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--port", &port, "--save", "", "--appendonly", "no"]);
        command.current_dir(std::env::temp_dir());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let child = command.spawn().unwrap();
        for _ in 0..500 {
            if TcpStream::connect(address).await.is_ok() {
                return child;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("redis-server does not listen");
    }

    async fn dies(&mut self) {
        self.child.kill().await.unwrap();
    }

    async fn comes_back(&mut self) {
        self.child = Self::at(self.address).await;
    }

    /// Stops it where it is (`STOP`), or lets it go on (`CONT`).
    async fn signal(&self, name: &str) {
        let pid = self.child.id().unwrap().to_string();
        let told = Command::new("kill").args([&format!("-{name}"), &pid]).status().await.unwrap();
        assert!(told.success());
    }

    /// `transfer` as a process that remembers used states here.
    async fn bank(&self) -> Process {
        let url = format!("redis://{}", self.address);
        let environment = [("MCP_REQUEST_STATE_KEY", KEY), ("REDIS_URL", url.as_str())];
        Process::start(TRANSFER, &[], &environment).await
    }
}

#[expect(clippy::print_stderr, reason = "a test says what it did not do")]
fn skipped() {
    eprintln!("skipped: there is no redis-server");
}

fn arguments() -> Value {
    json!({ "to": "Bob", "amount": 5 })
}

/// A new call, as far as the question whether the user is sure: its state.
async fn asked(bank: &Process) -> Value {
    let (_, asked) = post(bank.address, "transfer", json!({ "arguments": arguments() })).await;
    asked["result"]["requestState"].clone()
}

async fn confirmed(bank: &Process, state: &Value) -> (u16, Value) {
    let params = json!({
        "arguments": arguments(),
        "inputResponses": { "sure": { "action": "accept", "content": { "confirmed": true } } },
        "requestState": state,
    });
    post(bank.address, "transfer", params).await
}

/// Whether it was accepted; fails if it was neither that nor refused like a forged one.
fn accepted((status, body): &(u16, Value)) -> bool {
    let text = body["result"]["content"][0]["text"].as_str();
    if let Some(text) = text {
        assert!(*status == 200 && text.starts_with("Sent 5 to Bob"), "{body}");
        return true;
    }
    let refusal = (body["error"]["code"].as_i64(), body["error"]["message"].as_str());
    assert_eq!(*status, 400, "{body}");
    assert_eq!(refusal, (Some(-32_602), Some("Invalid or expired requestState")), "{body}");
    false
}

fn unknown((status, body): &(u16, Value)) -> bool {
    *status == 503 && body["error"]["code"] == -32_603 && body["error"]["message"] == UNKNOWN
}

#[tokio::test]
async fn of_two_processes_one_accepts_a_state_a_thousand_times() {
    let Some(redis) = Redis::start().await else { return };
    let (one, other) = (redis.bank().await, redis.bank().await);
    for _ in 0..1_000 {
        let state = asked(&one).await;
        let (first, second) = tokio::join!(confirmed(&one, &state), confirmed(&other, &state));
        assert!(accepted(&first) != accepted(&second), "{first:?} {second:?}");
    }
    let log = one.kill().await;
    assert!(log.contains("it was used before"), "{log}");
    assert!(!log.contains("would accept a state again"), "{log}");
}

#[tokio::test]
async fn while_redis_is_gone_nothing_is_done_and_it_goes_on_when_redis_is_back() {
    let Some(mut redis) = Redis::start().await else { return };
    let (one, other) = (redis.bank().await, redis.bank().await);
    let (used, state) = (asked(&one).await, asked(&one).await);
    assert!(accepted(&confirmed(&one, &used).await));
    assert!(accepted(&confirmed(&other, &asked(&one).await).await));

    redis.dies().await;
    for _ in 0..3 {
        for bank in [&one, &other] {
            let said = confirmed(bank, &state).await;
            assert!(unknown(&said), "{said:?}");
        }
    }
    // A first round needs no Redis.
    assert!(asked(&one).await.is_string());

    redis.comes_back().await;
    assert!(accepted(&confirmed(&one, &state).await), "the first try is good");
    assert!(!accepted(&confirmed(&other, &state).await));
    // A connection that broke while nobody used it costs no call.
    redis.dies().await;
    redis.comes_back().await;
    assert!(accepted(&confirmed(&one, &asked(&other).await).await));

    let log = one.kill().await;
    assert!(log.contains("whether a state was used before can't be told"), "{log}");
}

#[tokio::test]
async fn a_redis_that_does_not_answer_is_not_waited_for() {
    let Some(redis) = Redis::start().await else { return };
    let bank = redis.bank().await;
    assert!(accepted(&confirmed(&bank, &asked(&bank).await).await));

    redis.signal("STOP").await;
    let begun = Instant::now();
    let said = confirmed(&bank, &asked(&bank).await).await;
    assert!(unknown(&said), "{said:?}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());

    redis.signal("CONT").await;
    assert!(accepted(&confirmed(&bank, &asked(&bank).await).await));
    let log = bank.kill().await;
    assert!(log.contains("Redis did not answer within 2s"), "{log}");
}
