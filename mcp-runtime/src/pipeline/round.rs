//! One round of a call: its state opened, its handler run, its asks permitted and its journal sealed.

use std::sync::Arc;
use std::time::Duration;

use super::spend::{self, Unspent};
use crate::capability::{self, PermittedAsks};
use crate::dispatch::{Call, TOOLS_CALL};
use crate::envelope::Span;
use crate::error::Refusal;
use crate::handler::arguments::{self, Arguments};
use crate::handler::context::{self, Context, Secret};
use crate::handler::output::{HandlerOutput, ToolOutcome, ToolResult};
use crate::moment::{Moment, UnixSeconds};
use crate::replay::bytes::Bytes;
use crate::replay::driver::{Ended, drive};
use crate::replay::journal::Journal;
use crate::replay::turn::{Abort, Bounds, GivenAnswers, LiveAsk, Turn};
use crate::respond;
use crate::server::outbox::Wanted;
use crate::server::{Inner, Peer, Reply};
use crate::state::{BindError, Binding, BoundRequest, KeyPlace};
use crate::trace::TARGET;

/// What the error says of a call that has no more rounds to go.
pub(crate) const ALL_ROUNDS: &str = "rounds, which is all that a call may take";

/// What a call knows when its round begins.
pub(super) struct Opened {
    journal: Journal,
    /// A state came with the request, and it held.
    resumed: bool,
    given: GivenAnswers,
    before: Before,
    /// What is to be spent before the handler runs.
    unspent: Option<Unspent>,
}

/// How the state that came was sealed, which the next one depends on.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    /// What it was bound to, which the next one is bound to too; nothing in a first round.
    binding: Option<Binding>,
    /// The key that had sealed it.
    by: KeyPlace,
}

impl Opened {
    pub(super) fn before(&self) -> Before {
        self.before
    }
}

/// What a round came to.
pub(super) enum Round {
    Done(ToolResult),
    Asking { asks: PermittedAsks, journal: Journal },
}

/// **4** Opens the state that came with the request, if one did, and splits the answers.
pub(super) fn open(
    call: &Call<'_>,
    server: &Inner,
    peer: &Peer,
    moment: &Moment,
) -> Result<Opened, Refusal> {
    let params = call.envelope.params();
    let given = match params.input_responses {
        None => GivenAnswers::default(),
        Some(span) => GivenAnswers::read(call.envelope.part(span)).map_err(Refusal::BadParams)?,
    };
    let Some(state) = params.request_state else {
        return Ok(Opened {
            journal: Journal::begin(moment),
            resumed: false,
            given,
            before: Before::default(),
            unspent: None,
        });
    };
    let (journal, before, expiry) = open_state(call, server, peer, moment, state)?;
    let unspent = spend::of(call, journal.once, expiry)?;
    Ok(Opened { journal, resumed: true, given, before, unspent })
}

fn open_state(
    call: &Call<'_>,
    server: &Inner,
    peer: &Peer,
    moment: &Moment,
    state: Span,
) -> Result<(Journal, Before, UnixSeconds), Refusal> {
    let tool = call.tool.name();
    let Some(text) = call.envelope.string(state) else { return Err(Refusal::StateRejected) };
    let binding = bind(call, server, peer).map_err(|error| match error {
        // The state may be right; what it is presented with is not.
        BindError::Arguments(problem) => bad_arguments(&problem),
        other => {
            tracing::warn!(target: TARGET, tool, reason = other.to_string(), "a state was refused");
            Refusal::StateRejected
        }
    })?;
    // base64 makes four characters of three bytes, and there is a frame around the journal.
    let max_len = server.options.limits.max_state_bytes.saturating_mul(4) / 3 + 256;
    let opened = server.sealing.open(&text, &binding, moment.now, max_len).map_err(|reason| {
        let hint = if server.sealing.is_ephemeral() {
            "this process seals with a random key of its own: if another process or an earlier run made the state, \
             configure a key that they share"
        } else {
            ""
        };
        tracing::warn!(target: TARGET, tool, %reason, hint, "a state was refused");
        Refusal::StateRejected
    })?;
    let journal = Journal::from_payload(&opened.payload).map_err(|error| {
        tracing::warn!(
            target: TARGET, tool, category = ?error.classify(),
            "a state was refused: its seal holds, but another version of this library made it"
        );
        Refusal::StateRejected
    })?;
    Ok((journal, Before { binding: Some(binding), by: opened.by }, opened.expiry))
}

/// **5** Runs the handler until it is done, or can go no further; **7** lets its asks pass.
pub(super) async fn run(
    call: &Call<'_>,
    server: &Inner,
    peer: &Peer,
    moment: &Moment,
    opened: Opened,
) -> Result<Round, Refusal> {
    let params = call.envelope.params();
    let text = params.arguments.map_or("{}", |span| call.envelope.part(span));
    let arguments = match Arguments::split(call.tool.name(), text, call.rules) {
        Ok(arguments) => arguments,
        Err(problem) => {
            return Ok(Round::Done(arguments::not_right(call.tool.name(), &problem)));
        }
    };
    if let Some(state) = opened.unspent {
        spend::spend(call, server, moment, state).await?;
    }
    let bounds = Bounds {
        moment: *moment,
        client: call.admitted.client(),
        max_reasks: server.options.limits.max_reasks,
        hold: hold(server.options.call_timeout),
        accept_unasked: call.tool.accept_unasked,
    };
    let secret = Secret {
        sealing: Arc::clone(&server.sealing),
        call: opened.journal.call,
        by: opened.before.by,
        wrapped: opened.journal.secret,
    };
    let cx = Context::new(context::Call {
        secret,
        turn: Turn::new(bounds, opened.journal, opened.given, opened.resumed),
        states: Arc::clone(&server.states),
        envelope: Arc::clone(&call.envelope),
        revision: call.admitted.revision(),
        principal: peer.principal().cloned(),
        wanted: Wanted::by(&call.envelope, call.admitted, peer.outbox_ref()),
    });
    let Some(run) = &call.tool.run else { return Err(Refusal::Internal) };
    match drive(cx.turn(), || run(&cx, &arguments), server.options.call_timeout).await {
        Ended::Done(output) => returned(call, &cx, output),
        Ended::Asking(asks) => {
            let journal = cx.turn().suspend(&asks);
            permit(call, asks, journal)
        }
        Ended::Aborted(Abort::Ended(text)) => Ok(Round::Done(ToolResult::error(text))),
        Ended::Aborted(Abort::Failed(error)) => {
            tracing::error!(target: TARGET, tool = call.tool.name(), error = error.message(), "a call cannot go on");
            Err(error.into())
        }
        Ended::Panicked(message) => {
            tracing::error!(target: TARGET, tool = call.tool.name(), panic = message, "a handler panicked");
            Err(Refusal::Internal)
        }
        Ended::TooSlow(time) => Err(too_slow(call, time)),
    }
}

fn returned(call: &Call<'_>, cx: &Context, output: HandlerOutput) -> Result<Round, Refusal> {
    match output? {
        ToolOutcome::Complete(result) => Ok(Round::Done(result)),
        ToolOutcome::InputRequired(asks) => {
            let (asks, state) = asks.into_parts()?;
            let mut journal = cx.turn().suspend(&asks);
            journal.state = state;
            permit(call, asks, journal)
        }
    }
}

/// **7** Lets the asks of a round pass, or tells what the client would have to declare.
fn permit(call: &Call<'_>, asks: Vec<LiveAsk>, journal: Journal) -> Result<Round, Refusal> {
    match capability::permit(asks, call.admitted.client()) {
        Ok(asks) => Ok(Round::Asking { asks, journal }),
        Err(missing) => Err(Refusal::MissingCapabilities(missing)),
    }
}

/// **8, 9** Seals what the call has learned, and writes the reply.
pub(super) fn respond(
    call: &Call<'_>,
    server: &Inner,
    peer: &Peer,
    moment: &Moment,
    round: Round,
    before: Before,
) -> Result<Reply, Refusal> {
    let id = call.envelope.id().unwrap_or("null");
    let unwritable = |error: serde_json::Error| {
        tracing::error!(target: TARGET, tool = call.tool.name(), error = error.to_string(), "a reply cannot be written");
        Refusal::Internal
    };
    let (asks, mut journal) = match round {
        Round::Done(result) => {
            return respond::complete(id, &result, &server.info).map_err(unwritable);
        }
        Round::Asking { asks, journal } => (asks, journal),
    };
    let limits = server.options.limits;
    if journal.round >= limits.max_rounds {
        let keys: Vec<String> = asks.iter().map(|ask| format!("`{}`", ask.key)).collect();
        return Err(limit(
            call,
            format!(
                "the call took {} {ALL_ROUNDS}; it still asks for {}",
                journal.round,
                keys.join(", ")
            ),
        ));
    }
    if !before.by.seals() {
        // The key that the call's secret follows from may be gone before the call is over.
        let wrapped = journal.secret.as_ref().map(|secret| &secret.0);
        let secret = server.sealing.call_secret(journal.call, before.by, wrapped);
        journal.secret = Some(Bytes(server.sealing.wrap(journal.call, &secret)));
    }
    journal.once = spend::fresh(call, moment);
    let payload = journal.to_payload();
    if payload.len() > limits.max_state_bytes {
        return Err(limit(
            call,
            format!(
                "what the call has learned takes {} bytes, and {} may travel; most of it: {}",
                payload.len(),
                limits.max_state_bytes,
                journal.largest()
            ),
        ));
    }
    let binding = before.binding.map_or_else(|| bind(call, server, peer), Ok);
    let binding = binding.map_err(|error| match error {
        BindError::Arguments(problem) => bad_arguments(&problem),
        other => {
            tracing::error!(target: TARGET, tool = call.tool.name(), reason = other.to_string(), "nobody is asked");
            Refusal::Internal
        }
    })?;
    warn_if_short(call, server, &journal, moment);
    let token = server.sealing.seal(&payload, &binding, journal.started, moment);
    let revision = call.admitted.revision();
    respond::input_required(id, &asks, &token, revision, &server.info).map_err(unwritable)
}

fn bind(call: &Call<'_>, server: &Inner, peer: &Peer) -> Result<Binding, BindError> {
    let arguments = call.envelope.params().arguments;
    server.sealing.bind(BoundRequest {
        server: &server.name,
        audience: None,
        method: TOOLS_CALL,
        target: call.tool.name(),
        version: call.tool.version,
        arguments: arguments.map(|span| call.envelope.part(span)),
        principal: peer.principal(),
    })
}

/// For how long a round may be held open to wait for something elsewhere: half a minute and more, as proxies and clients
/// give up after a minute, and well within what the handler may take.
fn hold(call_timeout: Option<Duration>) -> Duration {
    const HOLD: Duration = Duration::from_secs(50);
    call_timeout.map_or(HOLD, |time| HOLD.min(time / 2))
}

/// Says so where a person has less time than the handler or the configuration means them to have.
fn warn_if_short(call: &Call<'_>, server: &Inner, journal: &Journal, moment: &Moment) {
    let expiry = server.sealing.expiry(journal.started, moment.now);
    for asked in &journal.asked {
        let (tool, key) = (call.tool.name(), asked.key.as_str());
        if expiry < server.sealing.full_time(moment.now) {
            let seconds = expiry.0.saturating_sub(moment.now.0);
            tracing::warn!(
                target: TARGET, tool, key, seconds,
                "the call will reach `max_call_age` before the time to answer is over: it is refused after these seconds"
            );
        } else if asked.deadline.is_some_and(|deadline| deadline > expiry) {
            tracing::warn!(
                target: TARGET, tool, key,
                "the timeout of an ask is longer than a state lives: it never comes to its end, as the call is refused \
                 before; raise `RequestState::ttl`"
            );
        }
    }
}

fn bad_arguments(problem: &dyn std::fmt::Display) -> Refusal {
    Refusal::BadParams(format!("`params.arguments`: {problem}"))
}

fn limit(call: &Call<'_>, problem: String) -> Refusal {
    tracing::error!(target: TARGET, tool = call.tool.name(), problem, "a call reached a limit");
    Refusal::Handler(crate::ProtocolError::internal(problem))
}

fn too_slow(call: &Call<'_>, time: Duration) -> Refusal {
    tracing::error!(target: TARGET, tool = call.tool.name(), ?time, "a handler took too long");
    let problem = format!("the handler took longer than {time:?}");
    Refusal::Handler(crate::ProtocolError::internal(problem))
}
