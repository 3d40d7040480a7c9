//! Clients that do not give up: whatever they are asked, they do the same again.

use serde_json::Value;

use super::chain::{Chain, Request};
use super::play::{Fault, Played};
use crate::client::Ask;
use crate::client::response::Round;
use crate::testing::came::Came;

/// Sends a round without an answer, until the call is over.
pub(super) async fn never_answers(chain: &mut Chain<'_>, mut round: Round) -> Played {
    if round.asks.is_empty() {
        return Ok(None);
    }
    let mut again = 0;
    loop {
        let came = chain.send(Request::to(&round, Vec::new())).await?;
        match came {
            Came::Asks(next) if went_on(&round.asks, &next.asks) => {
                return Err(reached(again, &Came::Asks(next)));
            }
            Came::Asks(next) => round = next,
            Came::Result(result) if !result.is_error() => {
                return Err(reached(again, &Came::Result(result)));
            }
            end => return Ok(Some(told(again, &end))),
        }
        again += 1;
    }
}

/// Answers with what does not hold whatever has such an answer, until the call is over.
pub(super) async fn answers_badly(
    chain: &mut Chain<'_>,
    mut round: Round,
    bad: fn(&Ask, usize) -> Option<Value>,
) -> Played {
    let mut again = 0;
    loop {
        let Some(Given { answers, bad }) = given(chain, &round.asks, &|ask| bad(ask, again)) else {
            return Ok(Some(told(again, &Came::Asks(round))));
        };
        if bad == 0 && again == 0 {
            return Ok(None);
        }
        // What waits beside an answer that holds may go on.
        let all_bad = bad > 0 && bad == answers.len();
        let came = chain.send(Request::to(&round, answers)).await?;
        match came {
            Came::Asks(next) if all_bad && went_on(&round.asks, &next.asks) => {
                return Err(reached(again, &Came::Asks(next)));
            }
            Came::Asks(next) => round = next,
            Came::Result(result) if all_bad && !result.is_error() => {
                return Err(reached(again, &Came::Result(result)));
            }
            end => return Ok(Some(told(again, &end))),
        }
        again += 1;
    }
}

/// Refuses whatever can be refused, until the call is over or asks for what the script does not have. Gives the end too.
pub(super) async fn refuses(
    chain: &mut Chain<'_>,
    mut round: Round,
    refusal: &(dyn Fn(&Ask) -> Option<Value> + Sync),
) -> Result<Option<(String, Option<Came>)>, Fault> {
    let mut again = 0;
    loop {
        let Some(Given { answers, bad }) = given(chain, &round.asks, refusal) else {
            return Ok(Some((told(again, &Came::Asks(round)), None)));
        };
        if bad == 0 && again == 0 {
            return Ok(None);
        }
        match chain.send(Request::to(&round, answers)).await? {
            Came::Asks(next) => round = next,
            end if end.is_out_of_rounds() => {
                let why = "it asks on and on, whatever is refused".to_owned();
                return Err(Fault { told: told(again, &end), why });
            }
            end => return Ok(Some((told(again, &end), Some(end)))),
        }
        again += 1;
    }
}

/// What is answered in one round.
struct Given {
    answers: Vec<(String, Value)>,
    /// How many of them are what a client should not say.
    bad: usize,
}

/// Bad answers to what has one, good ones to the rest; nothing if the script does not have them.
fn given(
    chain: &Chain<'_>,
    asks: &[Ask],
    bad: &(dyn Fn(&Ask) -> Option<Value> + Sync),
) -> Option<Given> {
    let mut given = Given { answers: Vec::new(), bad: 0 };
    for ask in asks {
        let answer = bad(ask);
        given.bad += usize::from(answer.is_some());
        let answer = answer.or_else(|| chain.good_answer(ask))?;
        given.answers.push((ask.key().to_owned(), answer));
    }
    Some(given)
}

/// Whether something is asked that was not before.
fn went_on(before: &[Ask], now: &[Ask]) -> bool {
    now.iter().any(|ask| before.iter().all(|other| other.key() != ask.key()))
}

fn reached(again: usize, came: &Came) -> Fault {
    let why = format!("the call went on, although no answer held: {}", came.told());
    Fault { told: told(again, came), why }
}

/// How often it was asked again, and what came then.
fn told(again: usize, came: &Came) -> String {
    match again {
        0 => came.told(),
        1 => format!("asked again, then {}", came.told()),
        more => format!("asked again {more} times, then {}", came.told()),
    }
}
