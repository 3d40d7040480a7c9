//! Plays a script against a server: each round sent, compared with its repetition, answered as the script has it.

use std::collections::VecDeque;

use serde_json::Value;
use serde_json::value::to_raw_value;

use super::came::{Came, asked, message_of};
use super::conversation::Conversation;
use super::failure::Failure;
use super::script::{AskKind, Ending, ExpectedAsk, Line, Step};
use super::transcript::Transcript;
use super::twice;
use super::wire::Wire;
use crate::client::Ask;
use crate::client::request::{Answers, Params};

/// Rounds of one call; one that takes more asks for ever.
const MAX_ROUNDS: usize = 100;
/// Seconds that somebody takes for a round.
const PACE: u64 = 10;

/// Plays the script of a conversation from its first call to its last.
pub(super) async fn play(conversation: &Conversation) -> Result<Transcript, Failure> {
    let nothing = Transcript::default();
    if let Some((problem, at)) = &conversation.misplaced {
        let came = format!("{problem} (at {at})");
        return Err(Failure::new(None, "a script that makes sense", came, &nothing));
    }
    let server = conversation.server.as_ref();
    let server = server.map_err(|problem| Failure::new(None, "a server", problem, &nothing))?;
    let unanswered = |line: &&Line| matches!(&line.step, Step::Ask(ask) if ask.answer.is_none());
    if let Some(line) = conversation.script.iter().find(unanswered) {
        return Err(Failure::new(Some(line), "an answer behind it", "none", &nothing));
    }
    let peer = conversation.peer.clone();
    let wire = Wire::to(server.clone(), peer, conversation.capabilities, PACE)
        .map_err(|problem| Failure::new(None, "a client", problem, &nothing))?;
    let mut player = Player { wire, transcript: nothing };

    let mut script: VecDeque<&Line> = conversation.script.iter().collect();
    while let Some(line) = script.pop_front() {
        if let Step::Call { tool, arguments } = &line.step {
            player.call(line, tool, arguments, &mut script).await?;
        }
    }
    Ok(player.transcript)
}

struct Player {
    wire: Wire,
    transcript: Transcript,
}

impl Player {
    /// One call, up to its end.
    async fn call(
        &mut self,
        line: &Line,
        tool: &str,
        arguments: &Value,
        script: &mut VecDeque<&Line>,
    ) -> Result<(), Failure> {
        self.transcript.call(tool, arguments);
        let raw = to_raw_value(arguments)
            .map_err(|error| self.fails(Some(line), "arguments", error.to_string()))?;
        let arguments = Some(&*raw).filter(|_| !arguments.is_null());
        let (mut answers, mut state) = (None, None);
        for number in 1..=MAX_ROUNDS {
            let params = Params {
                name: Some(tool),
                arguments,
                answers: answers.as_ref(),
                state: state.as_deref(),
                ..Params::default()
            };
            match self.round(line, params).await? {
                Came::Asks(round) => {
                    self.transcript.round(number, &round.asks);
                    answers = self.answer(round.asks, script)?;
                    state = round.state;
                }
                end => return self.end(line, &end, script),
            }
        }
        Err(self.fails(Some(line), "an end", format!("more than {MAX_ROUNDS} rounds")))
    }

    /// Sends a request, and if it asks, the very same request once more.
    async fn round(&mut self, line: &Line, params: Params<'_>) -> Result<Came, Failure> {
        // A state that is accepted once cannot be sent again.
        let once =
            params.state.is_some() && params.name.is_some_and(|tool| self.wire.is_single_use(tool));
        let message = self.wire.write(params);
        let message = message.map_err(|error| self.fails(Some(line), "a request", error))?;
        let began = tokio::time::Instant::now();
        let first = self.wire.send(&message).await;
        let first = first.map_err(|came| self.fails(Some(line), "a reply", came))?;
        if matches!(&first.came, Came::Asks(round) if round.asks.is_empty()) {
            // It only waited, which once is enough for; the time that it took has passed for the next round.
            self.wire.pass(began.elapsed().as_secs());
        } else if matches!(first.came, Came::Asks(_)) && !once {
            let then = self.wire.send(&message).await;
            let then = then.map_err(|came| self.fails(Some(line), "a reply", came))?;
            if let Some(difference) = twice::difference(&first, &then) {
                return Err(Failure::of_replay(line, difference, &self.transcript));
            }
        }
        Ok(first.came)
    }

    /// Answers every ask of a round from the next lines of the script.
    fn answer(
        &mut self,
        mut asks: Vec<Ask>,
        script: &mut VecDeque<&Line>,
    ) -> Result<Option<Answers>, Failure> {
        let mut answers = Vec::new();
        while !asks.is_empty() {
            let line = script.front().copied();
            let Some(Line { step: Step::Ask(expected), .. }) = line else {
                let wanted = line.filter(|line| matches!(line.step, Step::End(_)));
                let expected = wanted.map_or("the end of the call".to_owned(), ending);
                return Err(self.fails(wanted, expected, asked(&asks)));
            };
            let found = asks.iter().position(|ask| fits(ask, expected));
            let Some(ask) = found.map(|place| asks.remove(place)) else {
                let wanted = format!("a {} `{}`", expected.kind, expected.key);
                return Err(self.fails(line, wanted, asked(&asks)));
            };
            self.check_message(line, &ask, expected)?;
            let answer = expected.answer();
            self.transcript.answer(ask.key(), &answer);
            let raw = to_raw_value(&answer)
                .map_err(|error| self.fails(line, "an answer", error.to_string()))?;
            answers.push((ask.key().to_owned(), raw));
            script.pop_front();
        }
        Ok((!answers.is_empty()).then_some(Answers(answers)))
    }

    fn check_message(
        &self,
        line: Option<&Line>,
        ask: &Ask,
        expected: &ExpectedAsk,
    ) -> Result<(), Failure> {
        let message = message_of(ask);
        match expected.says.iter().find(|text| !message.contains(*text)) {
            None => Ok(()),
            Some(text) => {
                let expected = format!("a message that contains {text:?}");
                Err(self.fails(line, expected, format!("{message:?}")))
            }
        }
    }

    /// The end of a call, against every line that says how it has to be.
    fn end(
        &mut self,
        call: &Line,
        came: &Came,
        script: &mut VecDeque<&Line>,
    ) -> Result<(), Failure> {
        match came {
            Came::Asks(_) => {}
            Came::Result(result) => self.transcript.result(result),
            Came::Error { code, message } => self.transcript.error(*code, message),
        }
        let mut failure_expected = false;
        while let Some(line) = script.front().copied() {
            match &line.step {
                Step::Call { .. } => break,
                Step::Ask(ask) => {
                    let expected = format!("a {} `{}`", ask.kind, ask.key);
                    return Err(self.fails(Some(line), expected, came.told()));
                }
                Step::End(ending_line) => {
                    if !ends_like(came, ending_line) {
                        return Err(self.fails(Some(line), ending(line), came.told()));
                    }
                    failure_expected |=
                        matches!(ending_line, Ending::Error(_) | Ending::ToolError(_));
                }
            }
            script.pop_front();
        }
        let failed = match came {
            Came::Result(result) => result.is_error(),
            Came::Error { .. } => true,
            Came::Asks(_) => false,
        };
        if failed && !failure_expected {
            return Err(self.fails(Some(call), "a call that does not fail", came.told()));
        }
        Ok(())
    }

    fn fails(
        &self,
        line: Option<&Line>,
        expected: impl Into<String>,
        came: impl Into<String>,
    ) -> Failure {
        Failure::new(line, expected, came, &self.transcript)
    }
}

fn fits(ask: &Ask, expected: &ExpectedAsk) -> bool {
    ask.key() == expected.key && AskKind::of(ask) == expected.kind
}

fn ends_like(came: &Came, ending: &Ending) -> bool {
    match (came, ending) {
        (Came::Error { code, .. }, Ending::Error(expected)) => code == expected,
        (Came::Result(result), Ending::ToolError(text)) => {
            result.is_error() && result.text().contains(text)
        }
        (Came::Result(result), Ending::Text(text)) => !result.is_error() && result.text() == *text,
        (Came::Result(result), Ending::TextContaining(text)) => {
            !result.is_error() && result.text().contains(text)
        }
        _ => false,
    }
}

/// What a line about the end wants, in words.
fn ending(line: &Line) -> String {
    match &line.step {
        Step::End(Ending::Error(code)) => format!("the error {code}"),
        Step::End(Ending::Text(text)) => format!("the text {text:?}"),
        Step::End(Ending::TextContaining(text)) => format!("a text that contains {text:?}"),
        Step::End(Ending::ToolError(text)) => format!("a tool error that contains {text:?}"),
        Step::Ask(_) | Step::Call { .. } => String::new(),
    }
}
