//! **7** Asks to [`PermittedAsks`], or everything that the client would have to declare.
//!
//! The specification has it as a MUST NOT: a server sends no ask of a kind that this request's client did not declare.
//! Here it is a type: an `input_required` answer is built from [`PermittedAsks`], and [`permit`] is the only
//! function that makes one.

use serde_json::{Map, Value, json};

use crate::protocol::capabilities::{Capability, ClientCapabilities};
use crate::replay::turn::LiveAsk;

/// What a client has to declare before it can be asked something; often one capability.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Requirement(ClientCapabilities);

impl Requirement {
    pub(crate) const fn of(capability: Capability) -> Self {
        Self(ClientCapabilities::NONE.with(capability))
    }

    pub(crate) const fn and(self, capability: Capability) -> Self {
        Self(self.0.with(capability))
    }

    fn all(self) -> impl Iterator<Item = Capability> {
        Capability::ALL.into_iter().filter(move |capability| self.0.supports(*capability))
    }

    /// Whether `client` declared all of it.
    pub(crate) fn met_by(self, client: ClientCapabilities) -> bool {
        self.all().all(|capability| client.supports(capability))
    }
}

/// Asks that this client said it can answer. Only [`permit`] makes them.
#[derive(Debug)]
pub(crate) struct PermittedAsks(Vec<LiveAsk>);

impl PermittedAsks {
    /// The asks, in the order in which the handler reached them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &LiveAsk> {
        self.0.iter()
    }
}

/// What the client would have to declare for the asks of a round, and which ask wants it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MissingCapabilities {
    missing: Vec<(Capability, String)>,
}

impl MissingCapabilities {
    /// `data.requiredCapabilities`: an object of the shape of `clientCapabilities`.
    pub(crate) fn required(&self) -> Value {
        let mut required = Map::new();
        for (capability, _) in &self.missing {
            let (outer, inner) = capability.path();
            let entry = required.entry(outer).or_insert_with(|| json!({}));
            if let (Some(inner), Value::Object(members)) = (inner, entry) {
                members.insert(inner.to_owned(), json!({}));
            }
        }
        Value::Object(required)
    }

    /// What is missing and which ask wants it, in words.
    pub(crate) fn reason(&self) -> String {
        let wants = self.missing.iter().map(|(capability, key)| {
            let (outer, inner) = capability.path();
            let dot = if inner.is_some() { "." } else { "" };
            format!("ask `{key}` needs `{outer}{dot}{}`", inner.unwrap_or_default())
        });
        let wants: Vec<String> = wants.collect();
        format!("this request's client capabilities do not cover it: {}", wants.join("; "))
    }
}

/// Lets `asks` pass if `client` declared every capability that they need.
///
/// # Errors
///
/// Everything that is missing over all the asks; none of them may be sent then.
pub(crate) fn permit(
    asks: Vec<LiveAsk>,
    client: ClientCapabilities,
) -> Result<PermittedAsks, MissingCapabilities> {
    let mut missing = Vec::new();
    for ask in &asks {
        for capability in ask.question.requirement().all() {
            if !client.supports(capability) && !missing.iter().any(|(had, _)| *had == capability) {
                missing.push((capability, ask.key.to_string()));
            }
        }
    }
    if missing.is_empty() { Ok(PermittedAsks(asks)) } else { Err(MissingCapabilities { missing }) }
}
