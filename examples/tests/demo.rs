//! The demo without a terminal.

use std::process::{Command, Stdio};

fn demo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_demo"));
    command.stdin(Stdio::null());
    command
}

#[test]
fn the_script_plays_three_rounds_and_ends_well() {
    let output = demo().output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    for part in [
        "The travel desk",
        "Round 1: asks for `trip`, with a state of",
        "- Nights: a whole number from 1 to 14, or else 3 (How long to stay)",
        "> City Kyoto, among temples",
        "Round 2: asks for `guest`",
        "Round 3: asks for `book`",
        "Result: Booked: Ada Lovelace, 4 nights in Kyoto, 2 travellers, 1120 euros.",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_the_demo_does_not_know_is_answered_with_its_usage() {
    let output = demo().arg("dance").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "usage: demo [serve]\n");
}
