//! The demo: a server that asks in the middle of a call, and a terminal that answers.
//!
//! `demo` starts itself once more as a server (`demo serve`), calls its tool over standard input and output, and shows
//! each round: what it asked, and how large the state was that the client carried for the server. Without a terminal it
//! plays a script of answers instead.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a terminal is what it is for")]

mod script;
mod server;
mod show;
mod terminal;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use mcp_runtime::client::{ElicitAsk, ElicitError, ElicitReply};
use mcp_runtime::{Client, ClientError, Transport};
use tokio::process::Command;

/// What a shell expects of a program that was stopped by Ctrl-C.
const INTERRUPTED: u8 = 130;

#[tokio::main]
async fn main() -> ExitCode {
    let ended = match std::env::args().nth(1).as_deref() {
        None => play().await,
        Some("serve") => server::serve().await.map(|()| ExitCode::SUCCESS),
        Some(_) => {
            eprintln!("usage: demo [serve]");
            return ExitCode::from(2);
        }
    };
    ended.unwrap_or_else(|error| {
        eprintln!("demo: {error:?}");
        ExitCode::FAILURE
    })
}

/// Plays one call from its beginning to its end.
async fn play() -> mcp_runtime::Result<ExitCode> {
    let at_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("serve");
    let client = Client::new("demo", env!("CARGO_PKG_VERSION"))
        .on_elicit_form(move |ask| answer(ask, at_terminal))
        .on_round(show::round)
        .connect(Transport::command(command))
        .await?;
    show::server(client.server(), &client.list_tools().await?);

    let result = tokio::select! {
        result = client.call_tool("plan_trip", ()) => result,
        _ = tokio::signal::ctrl_c() => return Ok(stopped()),
    };
    let code = match result {
        Ok(result) => {
            show::result(&result);
            ExitCode::SUCCESS
        }
        Err(ClientError::Handler { message, .. }) if message == terminal::INTERRUPTED => stopped(),
        Err(error) => return Err(error.into()),
    };
    client.close().await;
    Ok(code)
}

fn stopped() -> ExitCode {
    println!("\nStopped.");
    ExitCode::from(INTERRUPTED)
}

/// Answers one form, at the terminal or from the script.
async fn answer(ask: ElicitAsk, at_terminal: bool) -> Result<ElicitReply, ElicitError> {
    show::ask(&ask);
    if at_terminal {
        // Prompts block, and the connection must not.
        tokio::task::spawn_blocking(move || terminal::answer(&ask)).await?
    } else {
        script::answer(&ask)
    }
}
