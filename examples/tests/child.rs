//! The client and a server in a process of its own.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::time::{Duration, Instant};

use mcp_runtime::client::{ClientBuilder, ElicitAsk};
use mcp_runtime::{Client, ClientError, Transport};
use serde_json::json;
#[cfg(unix)]
use tokio::process::Command;

fn client() -> ClientBuilder {
    Client::new("test", "0")
        .on_elicit(|ask: ElicitAsk| async move { Ok(ask.accept(json!({ "name": "Ada" }))) })
}

/// A client of a shell that answers the first request, and then does as `script` says.
#[cfg(unix)]
async fn connected_to(script: &str) -> Client {
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}"#;
    let mut command = Command::new("sh");
    command.args(["-c", &format!("read probe; echo '{answer}'; {script}")]);
    client().connect(Transport::command(command)).await.unwrap()
}

#[tokio::test]
async fn a_child_is_called_and_ends_with_its_input() {
    let line = format!("'{}'", env!("CARGO_BIN_EXE_greet"));
    let client = client().connect(Transport::child(line)).await.unwrap();
    let result = client.call_tool("greet", json!({})).await.unwrap();
    assert_eq!(result.text(), "Hello, Ada!");
    let status = client.close().await.unwrap();
    assert!(status.success(), "{status}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_child_that_dies_in_the_middle_fails_the_call_with_its_status() {
    let client = connected_to("read call; exit 3").await;
    let error = client.call_tool("greet", ()).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Exited { status } if status.code() == Some(3)),
        "{error}"
    );
    assert_eq!(error.to_string(), "the server ended (exit status: 3)");
    let later = client.list_tools().await.unwrap_err();
    assert!(matches!(later, ClientError::Exited { .. }), "{later}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_command_line_is_split_into_words_as_a_shell_does() {
    let line = r#"sh -c 'test "$1" = "two words" && exit 7' sh two\ words"#;
    let error = client().connect(Transport::child(line)).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Exited { status } if status.code() == Some(7)),
        "{error}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_is_no_server_is_told_by_how_it_ended() {
    let error = client().connect(Transport::child("echo Hello")).await.unwrap_err();
    assert!(matches!(error, ClientError::Exited { .. }), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_child_that_does_not_end_is_ended() {
    let client = connected_to("exec sleep 600").await;
    let begun = Instant::now();
    let status = client.close().await.unwrap();
    assert!(!status.success());
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[cfg(unix)]
#[tokio::test]
async fn what_a_child_leaves_behind_does_not_hold_up_its_calls() {
    let client = connected_to("read call; sleep 60 & exit 4").await;
    let begun = Instant::now();
    let error = client.call_tool("greet", ()).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Exited { status } if status.code() == Some(4)),
        "{error}"
    );
    assert!(begun.elapsed() < Duration::from_secs(30));
}
