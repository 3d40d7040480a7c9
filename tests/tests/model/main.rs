//! Random handlers against random clients, compared with a model that never stops.
//!
//! A handler is a small program: asks of every kind, steps, waiting, two things at once, branches, loops. The model runs
//! it straight through. The real one is suspended at each ask, by a client that answers in part, loses replies, goes back,
//! makes mistakes, and starts again. Both must come to the same, every answer must have reached its own question, and
//! along the rounds that led to the end every step must have been done once.
//!
//! The cases are the same in every run. `PROPTEST_CASES` makes them more, and `PROPTEST_RNG_SEED` others.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

mod client;
mod program;

use std::sync::{Arc, Mutex};

use mcp_runtime::InputLimits;
use mcp_runtime::prelude::*;
use mcp_tests::{Caller, sealing};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError};

use client::{Client, Whim};
use program::{Effects, Kind, Model, Node, tool};

fn programs() -> impl Strategy<Value = Vec<Node>> {
    let kind = prop_oneof![
        3 => Just(Kind::Form),
        1 => Just(Kind::Page),
        1 => Just(Kind::Sample),
        1 => Just(Kind::Roots),
    ];
    let leaf = prop_oneof![
        6 => (kind, prop::bool::weighted(0.2)).prop_map(|(kind, firm)| Node::Ask { kind, firm }),
        2 => (0..3_u8).prop_map(|moments| Node::Step { moments }),
        1 => Just(Node::Wait),
    ];
    let node = leaf.prop_recursive(3, 12, 3, |inner| {
        let nodes = || proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            2 => (nodes(), nodes()).prop_map(|(left, right)| Node::Both(left, right)),
            1 => (nodes(), nodes()).prop_map(|(yes, no)| Node::If(yes, no)),
            1 => (1..4_u8, nodes()).prop_map(|(times, body)| Node::Loop(times, body)),
        ]
    });
    proptest::collection::vec(node, 2..6)
}

fn whims() -> impl Strategy<Value = Vec<Whim>> {
    let whim = prop_oneof![
        3 => Just(Whim::AnswerAll),
        4 => Just(Whim::AnswerOne),
        1 => Just(Whim::AnswerNone),
        2 => Just(Whim::Twice),
        2 => Just(Whim::Back),
        2 => Just(Whim::Unasked),
        1 => Just(Whim::Wrong),
        1 => Just(Whim::Forget),
    ];
    // At most three wrong answers, which is what a call puts up with.
    proptest::collection::vec(whim, 0..12).prop_map(|mut whims| {
        let mut wrong = 0;
        whims.retain(|whim| {
            wrong += u32::from(matches!(whim, Whim::Wrong));
            !matches!(whim, Whim::Wrong) || wrong <= 3
        });
        whims
    })
}

async fn compare(program: Vec<Node>, whims: Vec<Whim>) -> Result<(), TestCaseError> {
    let model = Model::of(&program);

    let effects = Arc::new(Mutex::new(Effects::new()));
    let limits = InputLimits { max_rounds: 1_000, ..InputLimits::default() };
    let server = Server::new("t", "1").request_state(sealing()).input_limits(limits);
    let server = server.tool(tool(program, Arc::clone(&effects))).build().unwrap();
    let mut client = Client::new(Caller::who_can_be_asked(server), &effects, &model.asks);
    let said = client.finishes(&whims).await;

    prop_assert_eq!(said.text(), model.outcome);
    prop_assert_eq!(client.done, model.effects, "each step is done once on the way to a result");
    Ok(())
}

/// 256 cases that are always the same, unless the environment has it otherwise.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(20_260_728);
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_handler_that_stops_comes_to_what_it_would_have_come_to(program in programs(), whims in whims()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(compare(program, whims))?;
    }
}
