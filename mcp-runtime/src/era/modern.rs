//! Requests of 2026-07-28: everything that is needed to understand one is in it.

use super::mirror::Mirror;
use crate::envelope::Envelope;
use crate::error::Refusal;
use crate::protocol::capabilities::ClientCapabilities;
use crate::protocol::logging::Level;
use crate::protocol::revision::Revision;

/// The revisions that are served, newest first: what `server/discover` and every version error list.
pub(crate) const SERVED: [Revision; 1] = [Revision::V2026_07_28];

/// A request whose `_meta` holds. Only [`admit`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    revision: Revision,
    client: ClientCapabilities,
    log_level: Option<Level>,
}

impl Admitted {
    pub(crate) fn revision(self) -> Revision {
        self.revision
    }

    pub(crate) fn client(self) -> ClientCapabilities {
        self.client
    }

    /// From which level on the client wants to read what this request has to say; nothing at all if there is none.
    pub(crate) fn log_level(self) -> Option<Level> {
        self.log_level
    }
}

/// Checks the claim, then the version (in the header first), then the rest of `_meta`: a later revision with other
/// members gets to read which versions are served. Headers that repeat the rest come last.
///
/// # Errors
///
/// `-32602` for a member that is missing or has the wrong type, `-32022` for a version that is not served.
pub(crate) fn admit(request: &Envelope, mirror: Option<Mirror<'_>>) -> Result<Admitted, Refusal> {
    let params = request.params();
    let Some(claim) = params.protocol_version else { return Err(without_claim(request)) };
    let Some(version) = request.string(claim) else {
        return Err(bad("protocolVersion", "it must be a string"));
    };
    if let Some(mirror) = mirror {
        mirror.version(&version)?;
    }
    let revision = Revision::named(&version).filter(|revision| SERVED.contains(revision));
    let revision = revision.ok_or_else(|| unsupported(version.into_owned()))?;
    let Some(capabilities) = params.client_capabilities else {
        return Err(bad(
            "clientCapabilities",
            "it is missing; a client that can be asked nothing sends {}",
        ));
    };
    let client = ClientCapabilities::read(request.part(capabilities))
        .map_err(|problem| bad("clientCapabilities", &problem))?;
    if let Some(info) = params.client_info
        && !request.part(info).starts_with('{')
    {
        return Err(bad("clientInfo", "it must be an object with a name and a version"));
    }
    let log_level = log_level(request)?;
    if let Some(mirror) = mirror {
        mirror.method_and_name(request)?;
    }
    Ok(Admitted { revision, client, log_level })
}

fn log_level(request: &Envelope) -> Result<Option<Level>, Refusal> {
    let Some(span) = request.params().log_level else { return Ok(None) };
    let level = request.string(span).and_then(|name| Level::named(&name));
    level.map(Some).ok_or_else(|| {
        let problem =
            "it must be debug, info, notice, warning, error, critical, alert or emergency";
        bad("logLevel", problem)
    })
}

fn without_claim(request: &Envelope) -> Refusal {
    if request.method() == "initialize" {
        let wanted = request.params().handshake_version.and_then(|version| request.string(version));
        return match wanted {
            Some(wanted) => unsupported(wanted.into_owned()),
            None => Refusal::BadParams(format!(
                "`params.protocolVersion`: it must be a string; this server speaks {}",
                served().join(", ")
            )),
        };
    }
    let problem = format!("it is missing; this server speaks {}", served().join(", "));
    bad("protocolVersion", &problem)
}

fn bad(member: &str, problem: &str) -> Refusal {
    Refusal::BadParams(format!("`params._meta[\"io.modelcontextprotocol/{member}\"]`: {problem}"))
}

fn unsupported(requested: String) -> Refusal {
    Refusal::UnsupportedVersion { requested, supported: served() }
}

fn served() -> Vec<&'static str> {
    SERVED.iter().map(|revision| revision.as_str()).collect()
}
