//! Random handlers against random clients, compared with a model that never stops.
//!
//! A handler is a small program: asks, steps, waiting, two things at once, branches, loops. The model runs it straight
//! through. The real one is suspended at each ask, by a client that answers in part, repeats itself, makes mistakes, and
//! starts again. Both must come to the same.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests fail like tests"
)]

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use mcp_runtime::InputLimits;
use mcp_runtime::prelude::*;
use mcp_tests::forms::named;
use mcp_tests::{Caller, Name, Said, accept, decline, sealing};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

#[derive(Clone, Debug)]
enum Node {
    /// A question; a firm one ends the program when it is declined.
    Ask { firm: bool },
    /// Something that is done once, after a moment.
    Step,
    /// Waiting for something plain.
    Wait,
    /// Two things at once.
    Both(Vec<Node>, Vec<Node>),
    /// One or the other, as the last answer has it.
    If(Vec<Node>, Vec<Node>),
    /// The same again, so many times.
    Loop(u8, Vec<Node>),
}

/// What somebody says to a question; the same each time.
fn reply_to(question: &str) -> Option<String> {
    let hash = hash(question);
    (!hash.is_multiple_of(6)).then(|| format!("{:x}", hash % 0xffff_ffff))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Where a program is, the same in the model and in the handler: what was said, and how often each place was reached.
#[derive(Default)]
struct Trace(Vec<String>);

impl Trace {
    fn turns_left(&self) -> bool {
        self.0.last().is_none_or(|last| hash(last).is_multiple_of(2))
    }
}

/// How often each step was done.
type Effects = BTreeMap<String, u32>;

/// A program ended by a firm question.
#[derive(Debug, PartialEq)]
struct Ended;

fn model(
    nodes: &[Node],
    path: &str,
    round: &str,
    trace: &mut Trace,
    effects: &mut Effects,
) -> Result<(), Ended> {
    for (place, node) in nodes.iter().enumerate() {
        let here = format!("{path}.{place}");
        match node {
            Node::Wait => {}
            Node::Ask { firm } => match reply_to(&format!("{here} {round}?")) {
                Some(said) => trace.0.push(said),
                None if *firm => return Err(Ended),
                None => trace.0.push("no".to_owned()),
            },
            Node::Step => {
                *effects.entry(format!("{here} {round}")).or_default() += 1;
                trace.0.push(format!("did {here}"));
            }
            Node::Both(left, right) => {
                let (mut one, mut other) = (Trace::default(), Trace::default());
                let left = model(left, &format!("{here}l"), round, &mut one, effects);
                let right = model(right, &format!("{here}r"), round, &mut other, effects);
                left.and(right)?;
                trace.0.extend(one.0.into_iter().chain(other.0));
            }
            Node::If(yes, no) => {
                let (nodes, side) = if trace.turns_left() { (yes, "y") } else { (no, "n") };
                model(nodes, &format!("{here}{side}"), round, trace, effects)?;
            }
            Node::Loop(times, body) => {
                for time in 0..*times {
                    model(body, &format!("{here}o"), &format!("{round}/{time}"), trace, effects)?;
                }
            }
        }
    }
    Ok(())
}

type Playing<'a> = Pin<Box<dyn Future<Output = Result<Trace, Ended>> + Send + 'a>>;

#[allow(clippy::too_many_lines, reason = "one arm a node, as in the model")]
fn play<'a>(
    cx: &'a Context,
    nodes: &'a [Node],
    path: String,
    round: String,
    mut trace: Trace,
    effects: &'a Mutex<Effects>,
) -> Playing<'a> {
    Box::pin(async move {
        for (place, node) in nodes.iter().enumerate() {
            let here = format!("{path}.{place}");
            match node {
                Node::Wait => tokio::task::yield_now().await,
                Node::Ask { firm } => {
                    let answer = cx.elicit::<Name>(format!("{here} {round}?")).key(&here).await;
                    match answer.accepted() {
                        Some(said) => trace.0.push(said.name),
                        None if *firm => return Err(Ended),
                        None => trace.0.push("no".to_owned()),
                    }
                }
                Node::Step => {
                    let work = async {
                        tokio::task::yield_now().await;
                        *effects.lock().unwrap().entry(format!("{here} {round}")).or_default() += 1;
                        format!("did {here}")
                    };
                    trace.0.push(cx.step_whole(&here, work).await);
                }
                Node::Both(left, right) => {
                    let (one, other) = tokio::join!(
                        play(
                            cx,
                            left,
                            format!("{here}l"),
                            round.clone(),
                            Trace::default(),
                            effects
                        ),
                        play(
                            cx,
                            right,
                            format!("{here}r"),
                            round.clone(),
                            Trace::default(),
                            effects
                        )
                    );
                    trace.0.extend(one?.0);
                    trace.0.extend(other?.0);
                }
                Node::If(yes, no) => {
                    let (nodes, side) = if trace.turns_left() { (yes, "y") } else { (no, "n") };
                    trace = play(cx, nodes, format!("{here}{side}"), round.clone(), trace, effects)
                        .await?;
                }
                Node::Loop(times, body) => {
                    for time in 0..*times {
                        trace = play(
                            cx,
                            body,
                            format!("{here}o"),
                            format!("{round}/{time}"),
                            trace,
                            effects,
                        )
                        .await?;
                    }
                }
            }
        }
        Ok(trace)
    })
}

fn tool(program: Vec<Node>, effects: Arc<Mutex<Effects>>) -> Tool {
    let program = Arc::new(program);
    Tool::new("program").handler(move |cx, _| {
        let (program, effects) = (Arc::clone(&program), Arc::clone(&effects));
        Box::pin(async move {
            match play(cx, &program, String::new(), String::new(), Trace::default(), &effects).await
            {
                Ok(trace) => trace.0.join(" "),
                Err(Ended) => "ended".to_owned(),
            }
        })
    })
}

/// What a client does next, in place of simply answering everything.
#[derive(Clone, Copy, Debug)]
enum Whim {
    AnswerAll,
    AnswerOne,
    /// Sends a round twice and goes on with the second reply.
    Twice,
    /// Gives an answer that does not hold to one question.
    Wrong,
    /// Answers questions that nobody asked, too.
    Unasked,
    /// Loses the state.
    Forget,
}

struct Client<'a> {
    ada: Caller,
    effects: &'a Mutex<Effects>,
    /// What was done on the way to the state that it holds.
    done: Effects,
}

impl Client<'_> {
    async fn sends(&mut self, round: mcp_tests::Round<'_>) -> Said {
        let said = round.send().await;
        for (step, times) in std::mem::take(&mut *self.effects.lock().unwrap()) {
            *self.done.entry(step).or_default() += times;
        }
        said
    }

    async fn finishes(&mut self, whims: &[Whim]) -> Said {
        let ada = self.ada.clone();
        let mut said = self.sends(ada.round("program")).await;
        let mut whims = whims.iter().copied();
        while said.message()["result"]["resultType"] == "input_required" {
            let whim = whims.next().unwrap_or(Whim::AnswerAll);
            let answers = Self::answers(&said, whim);
            if matches!(whim, Whim::Twice) {
                let before = self.done.clone();
                let first = self.sends(ada.goes_on(&said).answering_with(answers.clone())).await;
                self.done = before;
                let second = self.sends(ada.goes_on(&said).answering_with(answers)).await;
                let content = |said: &Said| {
                    (said.result()["inputRequests"].clone(), said.result()["content"].clone())
                };
                assert_eq!(
                    content(&first),
                    content(&second),
                    "the same round has the same outcome"
                );
                said = second;
                continue;
            }
            let mut round = ada.goes_on(&said).answering_with(answers);
            if matches!(whim, Whim::Forget) {
                // A call begins anew, and so does what was done.
                round = round.without_state();
                self.done.clear();
            }
            said = self.sends(round).await;
        }
        said
    }

    fn answers(said: &Said, whim: Whim) -> Value {
        let mut answers: serde_json::Map<String, Value> = said
            .keys()
            .into_iter()
            .map(|key| {
                let question = said.question(&key).rsplit('\n').next().unwrap_or_default();
                let answer = reply_to(question).map_or_else(decline, |name| named(&name));
                (key, answer)
            })
            .collect();
        let first = answers.keys().next().cloned().unwrap_or_default();
        match whim {
            Whim::AnswerAll | Whim::Twice | Whim::Forget => {}
            Whim::AnswerOne => answers.retain(|key, _| *key == first),
            Whim::Wrong => {
                answers.insert(first, accept(json!({ "name": "" })));
            }
            Whim::Unasked => {
                for key in ["", ".0", ".1", ".0#2", ".1l.0", ".9", "__proto__"] {
                    answers.entry(key).or_insert_with(|| named("unasked"));
                }
            }
        }
        answers.into()
    }
}

fn programs() -> impl Strategy<Value = Vec<Node>> {
    let leaf = prop_oneof![
        4 => any::<bool>().prop_map(|firm| Node::Ask { firm }),
        2 => Just(Node::Step),
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
    proptest::collection::vec(node, 1..5)
}

fn whims() -> impl Strategy<Value = Vec<Whim>> {
    let whim = prop_oneof![
        3 => Just(Whim::AnswerAll),
        4 => Just(Whim::AnswerOne),
        2 => Just(Whim::Twice),
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
    let (mut trace, mut expected) = (Trace::default(), Effects::new());
    let ended = model(&program, "", "", &mut trace, &mut expected);

    let effects = Arc::new(Mutex::new(Effects::new()));
    let limits = InputLimits { max_rounds: 1_000, ..InputLimits::default() };
    let server = Server::new("t", "1").request_state(sealing()).input_limits(limits);
    let server = server.tool(tool(program, Arc::clone(&effects))).build().unwrap();
    let mut client =
        Client { ada: Caller::who_can_be_asked(server), effects: &effects, done: Effects::new() };
    let said = client.finishes(&whims).await;

    let outcome = ended.map_or("ended".to_owned(), |()| trace.0.join(" "));
    prop_assert_eq!(said.text(), outcome);
    prop_assert_eq!(client.done, expected, "each step is done once on the way to a result");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_handler_that_stops_comes_to_what_it_would_have_come_to(program in programs(), whims in whims()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(compare(program, whims))?;
    }
}
