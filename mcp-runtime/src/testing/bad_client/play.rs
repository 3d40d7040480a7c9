//! Plays every behaviour at every round.

use serde_json::{Value, json};

use super::behaviour::{self, Behaviour};
use super::chain::{Chain, Request};
use super::report::{Faults, Got, Report, RoundReport};
use super::{BadClient, persist};
use crate::client::Ask;
use crate::client::response::Round;
use crate::envelope::string;
use crate::testing::came::{Came, asked};

/// Something that should not have been.
pub(super) struct Fault {
    /// What the client got.
    pub(super) told: String,
    pub(super) why: String,
}

impl From<String> for Fault {
    fn from(why: String) -> Self {
        Self { told: why.clone(), why }
    }
}

/// What a client got; nothing if there was nothing that it could do wrong.
pub(super) type Played = Result<Option<String>, Fault>;

pub(super) async fn play(client: &BadClient) -> Result<Report, Faults> {
    let (tool, arguments) = client.call.as_ref().map_or(("?", &Value::Null), |(t, a)| (t, a));
    let mut report = Report::of(tool, arguments);
    if let Some(problem) = &client.problem {
        return Err(Faults::of(Some(format!("the script makes no sense: {problem}")), report));
    }
    let (rounds, end) = match behaves(client).await {
        Ok(good) => good,
        Err(problem) => {
            let problem =
                format!("not even a client that behaves gets through the call: {problem}");
            return Err(Faults::of(Some(problem), report));
        }
    };
    report.good = end.told();
    for (place, asked) in rounds.into_iter().enumerate() {
        let mut got = Vec::new();
        for behaviour in Behaviour::ALL {
            if client.except.contains(&behaviour) {
                continue;
            }
            match misbehaves(client, behaviour, place + 1, &end).await {
                Ok(None) => {}
                Ok(Some(told)) => got.push(Got { behaviour, told, fault: None }),
                Err(Fault { told, why }) => got.push(Got { behaviour, told, fault: Some(why) }),
            }
        }
        report.rounds.push(RoundReport { asked, got });
    }
    report.judge()
}

/// What each round asks of a client that behaves, and how its call ends.
async fn behaves(client: &BadClient) -> Result<(Vec<String>, Came), String> {
    let mut chain = Chain::of(client)?;
    let (mut rounds, mut keys) = (Vec::new(), Vec::new());
    let mut came = chain.reach(1).await?;
    while let Came::Asks(round) = &came {
        rounds.push(asked(&round.asks));
        keys.extend(round.asks.iter().map(|ask| ask.key().to_owned()));
        let request = Request::to(round, chain.good_answers(&round.asks)?);
        came = chain.send(request).await?;
    }
    if came.is_out_of_rounds() {
        return Err(came.told());
    }
    match client.answers.iter().find(|(key, _)| !keys.contains(key)) {
        Some((key, _)) => Err(format!("the script answers `{key}`, which is never asked")),
        None => Ok((rounds, came)),
    }
}

/// One client, which behaves up to a round.
async fn misbehaves(
    client: &BadClient,
    behaviour: Behaviour,
    number: usize,
    good: &Came,
) -> Played {
    let mut chain = Chain::of(client)?;
    let round = match chain.reach(number).await? {
        Came::Asks(round) => round,
        end => return Ok(Some(format!("the call was over before: {}", end.told()))),
    };
    let asks_nothing = round.asks.is_empty();
    match behaviour {
        Behaviour::NeverAnswers => persist::never_answers(&mut chain, round).await,
        Behaviour::AcceptsWithoutContent => {
            persist::answers_badly(&mut chain, round, behaviour::without_content).await
        }
        Behaviour::AnswersOfWrongType => {
            persist::answers_badly(&mut chain, round, |_, attempt| {
                Some(behaviour::of_wrong_type(attempt))
            })
            .await
        }
        Behaviour::CancelsAtOnce => persist::refuses(&mut chain, round, &behaviour::cancel)
            .await
            .map(|refused| refused.map(|(told, _)| told)),
        Behaviour::DeclinesWithContent => {
            declines_with_content(client, chain, round, number, good).await
        }
        Behaviour::AnswersAnotherKey if asks_nothing => Ok(None),
        Behaviour::AnswersAnotherKey => {
            let end = answers_another_key(&mut chain, &round).await?;
            ends_like(client, good, "asked again", &end)
        }
        Behaviour::AnswersMore => {
            let mut answers = chain.good_answers(&round.asks)?;
            answers.extend(chain.answers_to_others(&round.asks));
            let names = ["", "__proto__", "_mcp.now"].map(str::to_owned);
            let more = round.asks.iter().map(|ask| format!("{}#2", ask.key())).chain(names);
            answers.extend(more.map(|key| (key, json!(12345))));
            let came = chain.send(Request::to(&round, answers)).await?;
            let end = chain.finish(came).await?;
            ends_like(client, good, "", &end)
        }
        Behaviour::AnswersTwice => answers_twice(&mut chain, &round).await,
        Behaviour::RepeatsRoundOne => {
            let again: Vec<Request> = chain.sent.iter().take(2).cloned().collect();
            for request in again {
                chain.send(request).await?;
            }
            let end = chain.finish(Came::Asks(round)).await?;
            ends_like(client, good, "", &end)
        }
        Behaviour::DropsState => {
            let answers = chain.good_answers(&round.asks)?;
            let came = chain.send(Request { answers, state: None }).await?;
            let begins = if matches!(came, Came::Asks(_)) { "asked again, then " } else { "" };
            Ok(Some(format!("{begins}{}", chain.finish(came).await?.told())))
        }
        Behaviour::ChangesState => changes_state(client, &mut chain, round, good).await,
    }
}

/// How a call ended that was in order in the end.
fn ends_like(client: &BadClient, good: &Came, before: &str, end: &Came) -> Played {
    let separator = if before.is_empty() { "" } else { ", then " };
    let told = format!("{before}{separator}{}", end.told());
    if client.is_undisturbed() && end.told() != good.told() {
        let why =
            format!("it ended as {}, where a client that behaves gets {}", end.told(), good.told());
        return Err(Fault { told, why });
    }
    Ok(Some(told))
}

async fn declines_with_content(
    client: &BadClient,
    mut chain: Chain<'_>,
    round: Round,
    number: usize,
    good: &Came,
) -> Played {
    let contents: Vec<(String, Value)> = round
        .asks
        .iter()
        .filter_map(|ask| Some((ask.key().to_owned(), chain.good_answer(ask)?)))
        .collect();
    let with_content = |ask: &Ask| {
        let mut answer = behaviour::decline(ask)?;
        let content = contents.iter().find(|(key, _)| key == ask.key());
        let content = content.and_then(|(_, answer)| answer.get("content"));
        let content = content.cloned().unwrap_or_else(|| json!({ "yes": true }));
        answer.as_object_mut()?.insert("content".to_owned(), content);
        Some(answer)
    };
    let Some((told, end)) = persist::refuses(&mut chain, round, &with_content).await? else {
        return Ok(None);
    };
    let mut plain = Chain::of(client)?;
    if let (Some(end), Came::Asks(round)) = (end, plain.reach(number).await?) {
        let refused = persist::refuses(&mut plain, round, &behaviour::decline).await?;
        if let Some((_, Some(plain))) = refused
            && end.told() != plain.told()
            && end.told() == good.told()
        {
            let why = "a refusal with content counted for an acceptance".to_owned();
            return Err(Fault { told, why });
        }
    }
    Ok(Some(told))
}

async fn answers_another_key(chain: &mut Chain<'_>, round: &Round) -> Result<Came, Fault> {
    let mut answers = chain.good_answers(&round.asks)?;
    for (key, _) in &mut answers {
        key.push_str("-other");
    }
    answers.extend(chain.answers_to_others(&round.asks));
    let came = chain.send(Request::to(round, answers)).await?;
    if keys(came.asks()) != keys(&round.asks) {
        let why = "answers to other questions counted".to_owned();
        return Err(Fault { told: came.told(), why });
    }
    Ok(chain.finish(came).await?)
}

async fn answers_twice(chain: &mut Chain<'_>, round: &Round) -> Played {
    let request = Request::to(round, chain.good_answers(&round.asks)?);
    let first = chain.send(request.clone()).await?;
    let second = chain.send(request).await?;
    let told = format!("{}\nand then {}", first.told(), second.told());
    let refused = matches!(second, Came::Error { code: -32_602, .. });
    if chain.is_single_use() {
        if !refused {
            let why = "a state of single use was accepted twice".to_owned();
            return Err(Fault { told, why });
        }
        return Ok(Some(format!("{told}, then {}", chain.finish(first).await?.told())));
    }
    let same = match (&first, &second) {
        (Came::Asks(first), Came::Asks(second)) => keys(&first.asks) == keys(&second.asks),
        (Came::Asks(_), _) | (_, Came::Asks(_)) => false,
        _ => true,
    };
    if !same {
        let why = "the same round was not the same when it was sent again".to_owned();
        return Err(Fault { told, why });
    }
    if matches!(second, Came::Asks(_)) {
        return Ok(Some(format!("the same twice, then {}", chain.finish(second).await?.told())));
    }
    Ok(Some(told))
}

async fn changes_state(
    client: &BadClient,
    chain: &mut Chain<'_>,
    round: Round,
    good: &Came,
) -> Played {
    let Some(state) = round.state.as_deref().and_then(|state| string(state.get())) else {
        return Ok(None);
    };
    let mut refusal = String::new();
    for place in [0, state.len() / 2, state.len().saturating_sub(1)] {
        let changed: String = state
            .chars()
            .enumerate()
            .map(|(at, sign)| match sign {
                'A' if at == place => 'B',
                _ if at == place => 'A',
                sign => sign,
            })
            .collect();
        let changed =
            serde_json::value::to_raw_value(&changed).map_err(|error| error.to_string())?;
        let answers = chain.good_answers(&round.asks)?;
        let came = chain.send(Request { answers, state: Some(changed) }).await?;
        refusal = came.told();
        if !matches!(came, Came::Error { code: -32_602, .. }) {
            let why = "a state that was changed was not refused with -32602".to_owned();
            return Err(Fault { told: refusal, why });
        }
    }
    let end = chain.finish(Came::Asks(round)).await?;
    ends_like(client, good, &refusal, &end)
}

fn keys(asks: &[Ask]) -> Vec<&str> {
    let mut keys: Vec<&str> = asks.iter().map(Ask::key).collect();
    keys.sort_unstable();
    keys
}
