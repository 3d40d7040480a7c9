//! Small programs that ask and act: run straight through by the model, and as a handler that is stopped at each ask.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use mcp_runtime::prelude::*;
use mcp_tests::Name;

/// One thing that a program does.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A question; a firm one ends the program when it is refused.
    Ask { kind: Kind, firm: bool },
    /// Something that is done once, and takes so many moments.
    Step { moments: u8 },
    /// Waiting for something plain.
    Wait,
    /// Two things at once.
    Both(Vec<Node>, Vec<Node>),
    /// One or the other, as the last answer has it.
    If(Vec<Node>, Vec<Node>),
    /// The same again, so many times.
    Loop(u8, Vec<Node>),
}

/// Whom a question is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Form,
    Page,
    Sample,
    /// Has no words of its own: it is told apart by its key.
    Roots,
}

/// What comes back for a question: the same whenever it is asked, and another thing for every other.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Value(String),
    Declined,
    Closed,
}

impl Reply {
    pub(crate) fn to(kind: Kind, question: &str) -> Self {
        let hash = hash(question);
        match (kind, hash % 7) {
            (Kind::Form | Kind::Page, 0) => Self::Declined,
            (Kind::Form | Kind::Page, 1) => Self::Closed,
            // Nothing comes back with a page.
            (Kind::Page, _) => Self::Value("opened".to_owned()),
            _ => Self::Value(format!("{:x}", hash % 0xffff_ffff)),
        }
    }

    fn of<T>(answer: Answer<T>, value: impl FnOnce(T) -> String) -> Self {
        match answer {
            Answer::Accept(content) => Self::Value(value(content)),
            Answer::Decline => Self::Declined,
            Answer::Cancel => Self::Closed,
        }
    }

    /// What a program makes of it.
    fn taken(self, firm: bool, trace: &mut Trace) -> Result<(), Ended> {
        match self {
            Self::Value(value) => trace.0.push(value),
            Self::Declined | Self::Closed if firm => return Err(Ended),
            Self::Declined => trace.0.push("no".to_owned()),
            Self::Closed => trace.0.push("closed".to_owned()),
        }
        Ok(())
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// What a program has learned so far, the same in the model and in the handler.
#[derive(Default)]
pub(crate) struct Trace(Vec<String>);

impl Trace {
    fn turns_left(&self) -> bool {
        self.0.last().is_none_or(|last| hash(last).is_multiple_of(2))
    }
}

/// How often each step was begun, and how often it was done.
pub(crate) type Effects = BTreeMap<String, [u32; 2]>;

/// A program was ended by a firm question.
#[derive(Debug, PartialEq)]
pub(crate) struct Ended;

/// Where a program is: the place in its source, and the turns of the loops around it.
#[derive(Clone, Default)]
struct At {
    place: String,
    turns: String,
}

impl At {
    fn down(&self, side: impl std::fmt::Display) -> Self {
        Self { place: format!("{}{side}", self.place), turns: self.turns.clone() }
    }

    fn turn(&self, turn: u8) -> Self {
        Self { place: format!("{}o", self.place), turns: format!("{}/{turn}", self.turns) }
    }

    fn words(&self) -> String {
        format!("{} {}?", self.place, self.turns)
    }
}

/// What a program comes to when nothing stops it.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) outcome: String,
    pub(crate) effects: Effects,
    /// Every question on the way, by its key.
    pub(crate) asks: Vec<(Kind, String)>,
    /// How often each place asked.
    reached: BTreeMap<String, u32>,
}

impl Model {
    pub(crate) fn of(program: &[Node]) -> Self {
        let (mut model, mut trace) = (Self::default(), Trace::default());
        let ended = model.run(program, &At::default(), &mut trace);
        model.outcome = outcome(ended.map(|()| trace));
        model
    }

    fn run(&mut self, nodes: &[Node], at: &At, trace: &mut Trace) -> Result<(), Ended> {
        for (place, node) in nodes.iter().enumerate() {
            let here = at.down(format_args!(".{place}"));
            match node {
                Node::Wait => {}
                Node::Ask { kind, firm } => {
                    let key = self.key(*kind, &here);
                    self.asks.push((*kind, key));
                    Reply::to(*kind, &here.words()).taken(*firm, trace)?;
                }
                Node::Step { .. } => {
                    let [begun, done] = self.effects.entry(here.words()).or_default();
                    *begun += 1;
                    *done += 1;
                    trace.0.push(format!("did {}", here.words()));
                }
                Node::Both(left, right) => {
                    let (mut one, mut other) = (Trace::default(), Trace::default());
                    let left = self.run(left, &here.down('l'), &mut one);
                    let right = self.run(right, &here.down('r'), &mut other);
                    left.and(right)?;
                    trace.0.extend(one.0.into_iter().chain(other.0));
                }
                Node::If(yes, no) => {
                    let (nodes, side) = if trace.turns_left() { (yes, 'y') } else { (no, 'n') };
                    self.run(nodes, &here.down(side), trace)?;
                }
                Node::Loop(times, body) => {
                    for turn in 0..*times {
                        self.run(body, &here.turn(turn), trace)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The key of an ask, the second time that it is reached with a number.
    fn key(&mut self, kind: Kind, here: &At) -> String {
        if matches!(kind, Kind::Roots) {
            return here.words();
        }
        let times = self.reached.entry(here.place.clone()).or_default();
        *times += 1;
        if *times == 1 { here.place.clone() } else { format!("{}#{times}", here.place) }
    }
}

type Playing<'a> = Pin<Box<dyn Future<Output = Result<Trace, Ended>> + Send + 'a>>;

/// The same as a handler.
fn play<'a>(
    cx: &'a Context,
    nodes: &'a [Node],
    at: At,
    mut trace: Trace,
    effects: &'a Mutex<Effects>,
) -> Playing<'a> {
    Box::pin(async move {
        for (place, node) in nodes.iter().enumerate() {
            let here = at.down(format_args!(".{place}"));
            match node {
                Node::Wait => tokio::task::yield_now().await,
                Node::Ask { kind, firm } => {
                    ask(cx, *kind, &here).await.taken(*firm, &mut trace)?;
                }
                Node::Step { moments } => {
                    let work = async {
                        effects.lock().unwrap().entry(here.words()).or_default()[0] += 1;
                        for _ in 0..*moments {
                            tokio::task::yield_now().await;
                        }
                        effects.lock().unwrap().entry(here.words()).or_default()[1] += 1;
                        format!("did {}", here.words())
                    };
                    trace.0.push(cx.step_whole(&here.place, work).await);
                }
                Node::Both(left, right) => {
                    let left = play(cx, left, here.down('l'), Trace::default(), effects);
                    let right = play(cx, right, here.down('r'), Trace::default(), effects);
                    let (one, other) = tokio::join!(left, right);
                    trace.0.extend(one?.0);
                    trace.0.extend(other?.0);
                }
                Node::If(yes, no) => {
                    let (nodes, side) = if trace.turns_left() { (yes, 'y') } else { (no, 'n') };
                    trace = play(cx, nodes, here.down(side), trace, effects).await?;
                }
                Node::Loop(times, body) => {
                    for turn in 0..*times {
                        trace = play(cx, body, here.turn(turn), trace, effects).await?;
                    }
                }
            }
        }
        Ok(trace)
    })
}

async fn ask(cx: &Context, kind: Kind, here: &At) -> Reply {
    match kind {
        Kind::Form => {
            let answer = cx.elicit::<Name>(here.words()).key(&here.place).await;
            Reply::of(answer, |name| name.name)
        }
        Kind::Page => {
            let answer = cx.elicit_url(here.words(), "https://example.com").key(&here.place).await;
            Reply::of(answer, |()| "opened".to_owned())
        }
        Kind::Sample => {
            let words = cx.sample(Sample::new(here.words())).key(&here.place).await;
            Reply::Value(words.unwrap().text())
        }
        Kind::Roots => {
            let roots = cx.roots().key(here.words()).await;
            Reply::Value(roots.unwrap().remove(0).name.unwrap())
        }
    }
}

/// The program as a tool; what its steps do is counted in `effects`.
pub(crate) fn tool(program: Vec<Node>, effects: Arc<Mutex<Effects>>) -> Tool {
    let program = Arc::new(program);
    Tool::new("program").handler(move |cx, _| {
        let (program, effects) = (Arc::clone(&program), Arc::clone(&effects));
        Box::pin(async move {
            outcome(play(cx, &program, At::default(), Trace::default(), &effects).await)
        })
    })
}

fn outcome(played: Result<Trace, Ended>) -> String {
    played.map_or("ended".to_owned(), |trace| trace.0.join(" "))
}
