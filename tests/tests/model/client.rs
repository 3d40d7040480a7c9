//! A client with whims, which counts what was done on the way to the state that it holds.

use std::sync::Mutex;
use std::time::Duration;

use mcp_tests::forms::{cancel, named};
use mcp_tests::{Caller, Round, Said, accept, decline};
use serde_json::{Map, Value, json};

use super::program::{Effects, Kind, Reply};

/// What a client does next, in place of simply answering everything.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whim {
    AnswerAll,
    AnswerOne,
    AnswerNone,
    /// Loses the reply, sends the round again, and goes on with the second one.
    Twice,
    /// Goes back to where it was a round ago.
    Back,
    /// Gives an answer that does not hold to one question.
    Wrong,
    /// Answers questions that nobody asked, too.
    Unasked,
    /// Loses the state.
    Forget,
}

pub(crate) struct Client<'a> {
    ada: Caller,
    effects: &'a Mutex<Effects>,
    /// All that it may ever be asked.
    asks: &'a [(Kind, String)],
    /// What was done on the way to the state that it holds.
    pub(crate) done: Effects,
}

impl<'a> Client<'a> {
    pub(crate) fn new(
        ada: Caller,
        effects: &'a Mutex<Effects>,
        asks: &'a [(Kind, String)],
    ) -> Self {
        Self { ada, effects, asks, done: Effects::new() }
    }

    async fn sends(&mut self, round: Round<'_>) -> Said {
        let said = tokio::time::timeout(Duration::from_secs(10), round.send()).await;
        let said = said.expect("a round comes to an end");
        for (step, times) in std::mem::take(&mut *self.effects.lock().unwrap()) {
            let sum = self.done.entry(step).or_default();
            *sum = [sum[0] + times[0], sum[1] + times[1]];
        }
        said
    }

    /// Calls the program, and answers until it is done.
    pub(crate) async fn finishes(&mut self, whims: &[Whim]) -> Said {
        let ada = self.ada.clone();
        let mut said = self.sends(ada.round("program")).await;
        let mut whims = whims.iter().copied();
        let mut before: Option<(Said, Effects)> = None;
        while said.message()["result"]["resultType"] == "input_required" {
            let whim = whims.next().unwrap_or(Whim::AnswerAll);
            if let (Whim::Back, Some((earlier, done))) = (whim, before.take()) {
                (said, self.done) = (earlier, done);
                continue;
            }
            let round = ada.goes_on(&said).answering_with(self.answers(&said, whim)).wrongly();
            let here = (said.clone(), self.done.clone());
            said = match whim {
                Whim::Twice => {
                    let first = self.sends(round).await;
                    self.done.clone_from(&here.1);
                    let again = ada.goes_on(&said).answering_with(self.answers(&said, whim));
                    let second = self.sends(again).await;
                    assert_eq!(content(&first), content(&second), "the same round, the same reply");
                    second
                }
                Whim::Forget => {
                    // A call begins anew, and so does what was done.
                    self.done.clear();
                    self.sends(round.without_state()).await
                }
                _ => self.sends(round).await,
            };
            before = Some(here);
        }
        said
    }

    fn answers(&self, said: &Said, whim: Whim) -> Value {
        let mut answers: Map<String, Value> = said
            .keys()
            .into_iter()
            .map(|key| {
                let (kind, question) = question(said, &key);
                let answer = written(kind, &Reply::to(kind, &question));
                (key, answer)
            })
            .collect();
        let first = said.keys().first().cloned().unwrap_or_default();
        match whim {
            Whim::AnswerAll | Whim::Twice | Whim::Back | Whim::Forget => {}
            Whim::AnswerNone => answers.clear(),
            Whim::AnswerOne => answers.retain(|key, _| *key == first),
            Whim::Wrong => {
                let wrong = match question(said, &first).0 {
                    Kind::Form => accept(json!({ "name": "" })),
                    Kind::Page => json!({ "action": "maybe" }),
                    Kind::Sample => json!({ "content": 7 }),
                    Kind::Roots => json!({ "roots": 7 }),
                };
                answers.insert(first, wrong);
            }
            Whim::Unasked => {
                for (kind, key) in self.asks {
                    let answer = written(*kind, &Reply::Value("unasked".to_owned()));
                    answers.entry(key).or_insert(answer);
                }
                for key in ["", "never", "__proto__", "_mcp.now"] {
                    answers.insert(key.to_owned(), named("unasked"));
                }
            }
        }
        answers.into()
    }
}

/// What was asked or came out, without the state.
fn content(said: &Said) -> (Value, Value) {
    (said.result()["inputRequests"].clone(), said.result()["content"].clone())
}

/// What is asked under a key, and in which words.
fn question(said: &Said, key: &str) -> (Kind, String) {
    let ask = said.ask(key);
    let params = &ask["params"];
    let (kind, words) = match ask["method"].as_str().unwrap() {
        "roots/list" => return (Kind::Roots, key.to_owned()),
        "sampling/createMessage" => (Kind::Sample, &params["messages"][0]["content"]["text"]),
        _ if params["mode"] == "url" => (Kind::Page, &params["message"]),
        _ => (Kind::Form, &params["message"]),
    };
    // The reason of asking again stands in front.
    let words = words.as_str().unwrap();
    (kind, words.rsplit('\n').next().unwrap_or_default().to_owned())
}

fn written(kind: Kind, reply: &Reply) -> Value {
    match (reply, kind) {
        (Reply::Declined, _) => decline(),
        (Reply::Closed, _) => cancel(),
        (Reply::Value(name), Kind::Form) => named(name),
        (Reply::Value(_), Kind::Page) => json!({ "action": "accept" }),
        (Reply::Value(text), Kind::Sample) => json!({
            "role": "assistant",
            "model": "muse",
            "content": { "type": "text", "text": text },
        }),
        (Reply::Value(name), Kind::Roots) => {
            json!({ "roots": [{ "uri": "file:///a", "name": name }] })
        }
    }
}
