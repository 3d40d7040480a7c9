//! A transfer of money that can't be made twice by sending a round twice: each of its states is accepted once.
//!
//! Started several times with one key and one Redis, the processes serve each other's rounds, and still only one of them
//! accepts a state:
//!
//! ```text
//! cargo build -p mcp-examples --features redis --bin transfer
//! export MCP_REQUEST_STATE_KEY=$(openssl rand -base64 32) REDIS_URL=redis://127.0.0.1:6379
//! transfer --http 127.0.0.1:8080
//! transfer --http 127.0.0.1:8081
//! ```
//!
//! Without `REDIS_URL` used states are remembered in the memory of the process.

use std::sync::{Mutex, PoisonError};

use mcp_runtime::ServerBuilder;
use mcp_runtime::prelude::*;

/// A bank that is not there; a real one is outside of this process.
struct Bank {
    balance: Mutex<u64>,
}

impl Bank {
    /// Takes the amount from the account, and says what is left; nothing if there isn't enough.
    fn withdraw(&self, amount: u64) -> Option<u64> {
        let mut balance = self.balance.lock().unwrap_or_else(PoisonError::into_inner);
        *balance = balance.checked_sub(amount)?;
        Some(*balance)
    }
}

/// Sends money to somebody.
///
/// A state that was used is refused, so a reply that gets lost after the user said yes can't be had again: they look at
/// their account, and begin anew.
#[mcp_tool(destructive, single_use)]
async fn transfer(
    /// The account that gets the money
    to: String,
    /// How much, in whole units
    amount: u64,
    bank: &Bank,
) -> Result<String, String> {
    #[elicit(key = "sure", message = "Send {amount} to {to}?")]
    let _: Confirmed;

    let left = bank.withdraw(amount).ok_or("there is not enough in the account")?;
    Ok(format!("Sent {amount} to {to}; {left} are left"))
}

#[cfg(feature = "redis")]
fn remembering_in(url: &str, server: ServerBuilder) -> mcp_runtime::Result<ServerBuilder> {
    Ok(server.spent_states(mcp_runtime::state::RedisSpentStates::new(url)?))
}

#[cfg(not(feature = "redis"))]
fn remembering_in(_: &str, _: ServerBuilder) -> mcp_runtime::Result<ServerBuilder> {
    Err(std::io::Error::other("REDIS_URL is set, and this was built without `--features redis`")
        .into())
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let mut server = Server::new("bank", env!("CARGO_PKG_VERSION"))
        .state(Bank { balance: Mutex::new(1_000_000) })
        .tool(transfer);
    if let Ok(url) = std::env::var("REDIS_URL") {
        server = remembering_in(&url, server)?;
    }
    mcp_examples::serve(server).await
}
