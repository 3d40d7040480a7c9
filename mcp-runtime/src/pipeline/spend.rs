//! A state that may be used once is spent, before its handler runs.

use crate::dispatch::Call;
use crate::error::Refusal;
use crate::moment::{Moment, UnixSeconds};
use crate::replay::bytes::Bytes;
use crate::server::Inner;
use crate::state::{Spend, StateUse};
use crate::trace::TARGET;

/// A state that has still to be spent.
#[derive(Clone, Copy)]
pub(super) struct Unspent {
    id: Bytes<16>,
    expiry: UnixSeconds,
}

/// What has to be spent of a state, if its tool accepts each once.
pub(super) fn of(
    call: &Call<'_>,
    id: Option<Bytes<16>>,
    expiry: UnixSeconds,
) -> Result<Option<Unspent>, Refusal> {
    match (call.tool.single_use, id) {
        (false, _) => Ok(None),
        (true, Some(id)) => Ok(Some(Unspent { id, expiry })),
        (true, None) => Err(refused(
            call,
            "it has no id to be spent: the tool accepted states more than once when it was sealed",
        )),
    }
}

/// The id for the next state of a call, if its tool accepts each once.
pub(super) fn fresh(call: &Call<'_>, moment: &Moment) -> Option<Bytes<16>> {
    let random = moment.random_for(b"single use", "");
    call.tool.single_use.then(|| Bytes(random.first_chunk().copied().unwrap_or_default()))
}

/// Lets the round pass if its state was not used before.
pub(super) async fn spend(
    call: &Call<'_>,
    server: &Inner,
    moment: &Moment,
    state: Unspent,
) -> Result<(), Refusal> {
    let lifetime = std::time::Duration::from_secs(state.expiry.0.saturating_sub(moment.now.0));
    let used = StateUse::new(&server.name, state.id.0, moment.now, lifetime);
    match server.spent.spend(used).await {
        Ok(Spend::Fresh) => Ok(()),
        Ok(Spend::AlreadySpent) => {
            Err(refused(call, "it was used before, and this tool accepts each state once"))
        }
        Err(error) => {
            let reason = error.to_string();
            tracing::error!(
                target: TARGET, tool = call.tool.name(), reason,
                "whether a state was used before can't be told: its call is refused"
            );
            Err(Refusal::SpentUnknown)
        }
    }
}

fn refused(call: &Call<'_>, reason: &str) -> Refusal {
    tracing::warn!(target: TARGET, tool = call.tool.name(), reason, "a state was refused");
    Refusal::StateRejected
}
