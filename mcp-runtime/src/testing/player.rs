//! Plays a script against a server: each round sent, compared with its repetition, answered as the script has it.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::conversation::Conversation;
use super::failure::Failure;
use super::script::{AskKind, Ending, ExpectedAsk, Line, Step};
use super::transcript::{Transcript, json};
use crate::client::request::{self, Answers, Meta, Params};
use crate::client::response::{self, Meaning, Round};
use crate::client::{Ask, CallResult};
use crate::moment::{Moment, UnixSeconds};
use crate::protocol::implementation::Implementation;
use crate::server::Server;

/// Rounds of one call; one that takes more asks for ever.
const MAX_ROUNDS: usize = 100;
/// When the first request arrives: somewhere in 2027.
const BEGIN: u64 = 1_800_000_000;

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
    let meta = Meta::new(&Implementation::new("test", "0"), conversation.capabilities)
        .map_err(|error| Failure::new(None, "a client", error.to_string(), &nothing))?;
    let mut player = Player { conversation, server, meta, transcript: nothing, sent: 0 };

    let mut script: VecDeque<&Line> = conversation.script.iter().collect();
    while let Some(line) = script.pop_front() {
        if let Step::Call { tool, arguments } = &line.step {
            player.call(line, tool, arguments, &mut script).await?;
        }
    }
    Ok(player.transcript)
}

struct Player<'a> {
    conversation: &'a Conversation,
    server: &'a Server,
    meta: Meta,
    transcript: Transcript,
    /// Requests so far, repetitions not counted.
    sent: u64,
}

/// What a round came to.
enum Came {
    Asks(Round),
    Result(CallResult),
    Error { code: i64, message: String },
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<ErrorObject>,
}

#[derive(Deserialize)]
struct ErrorObject {
    code: i64,
    message: String,
}

impl Player<'_> {
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
        self.sent += 1;
        let message = request::request(self.sent, "tools/call", params, &self.meta)
            .map_err(|error| self.fails(Some(line), "a request", error.to_string()))?;
        let first = self.exchange(&message).await;
        let came = self.read(&first).map_err(|came| self.fails(Some(line), "a reply", came))?;
        if let Came::Asks(round) = &came {
            let again = self.exchange(&message).await;
            let second =
                self.read(&again).map_err(|came| self.fails(Some(line), "a reply", came))?;
            if without_state(&first, round.state.as_deref())
                != without_state(&again, state_of(&second))
            {
                let twice = "the same as when the round was played first: a handler runs again in every round, and \
                             must ask the same for the same answers";
                let expected = format!("{twice}\n{}", told(&came));
                return Err(self.fails(Some(line), expected, told(&second)));
            }
        }
        Ok(came)
    }

    async fn exchange(&self, message: &[u8]) -> String {
        let now = UnixSeconds(BEGIN.saturating_add(self.sent.saturating_mul(10)));
        let mut random = [0; 32];
        for (place, byte) in random.iter_mut().zip(self.sent.to_le_bytes().iter().cycle()) {
            *place = *byte;
        }
        let moment = Moment { now, random };
        let reply = self.server.handle_at(message, &self.conversation.peer, &moment).await;
        String::from_utf8_lossy(reply.body().unwrap_or_default()).into_owned()
    }

    fn read(&self, reply: &str) -> Result<Came, String> {
        let message: Message<'_> =
            serde_json::from_str(reply).map_err(|error| format!("{reply:?}: {error}"))?;
        match (message.result, message.error) {
            (Some(result), None) => match response::read(result, self.conversation.capabilities)? {
                Meaning::Complete => CallResult::read(result).map(Came::Result),
                Meaning::InputRequired(round) => Ok(Came::Asks(round)),
            },
            (None, Some(ErrorObject { code, message })) => Ok(Came::Error { code, message }),
            _ => Err(format!("neither a result nor an error: {reply}")),
        }
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
        let message = match ask {
            Ask::Elicit(ask) => ask.message().to_owned(),
            Ask::Sample(ask) => ask.prompt(),
            Ask::Roots { .. } => String::new(),
        };
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
                    return Err(self.fails(Some(line), expected, told(came)));
                }
                Step::End(ending_line) => {
                    if !ends_like(came, ending_line) {
                        return Err(self.fails(Some(line), ending(line), told(came)));
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
            return Err(self.fails(Some(call), "a call that does not fail", told(came)));
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

/// What came, in words.
fn told(came: &Came) -> String {
    match came {
        Came::Asks(round) => asked(&round.asks),
        Came::Result(result) if result.is_error() => format!("the tool error {:?}", result.text()),
        Came::Result(result) if result.text().is_empty() => {
            format!("a result without text: {}", json(&Value::Object(result.json().clone())))
        }
        Came::Result(result) => format!("the text {:?}", result.text()),
        Came::Error { code, message } => format!("the error {code}: {message}"),
    }
}

fn asked(asks: &[Ask]) -> String {
    if asks.is_empty() {
        return "a round that asks nothing".to_owned();
    }
    let asks = asks.iter().map(|ask| {
        let message = match ask {
            Ask::Elicit(ask) => format!(": {}", ask.message()),
            Ask::Sample(ask) => format!(": {}", ask.prompt()),
            Ask::Roots { .. } => String::new(),
        };
        format!("a {} `{}`{message}", AskKind::of(ask), ask.key())
    });
    asks.collect::<Vec<_>>().join("\n")
}

fn state_of(came: &Came) -> Option<&RawValue> {
    match came {
        Came::Asks(round) => round.state.as_deref(),
        Came::Result(_) | Came::Error { .. } => None,
    }
}

/// A reply without its state: what was recorded in the round may differ, what is asked must not.
fn without_state(reply: &str, state: Option<&RawValue>) -> String {
    match state {
        Some(state) => reply.replacen(state.get(), "", 1),
        None => reply.to_owned(),
    }
}
