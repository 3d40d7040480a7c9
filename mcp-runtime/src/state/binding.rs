//! A request and who makes it to the digest that a sealed state is bound to.
//!
//! The digest is under the tag of the state and never sent, so a state opens only for the request that it was sealed
//! for. Nothing that a relay may change on the way is in it: no address, no connection, no header.

use std::{error::Error, fmt};

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::canonical::{self, NotCanonical};

/// Who makes a request, as the access token that came with it says.
///
/// Whoever checks the token fills this in; nothing here looks at a token.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Principal {
    /// Who issued the token (`iss`).
    pub issuer: Option<String>,
    /// The client that it was issued to (`client_id`, `azp`).
    pub client: Option<String>,
    /// The person or the machine that it stands for (`sub`).
    pub subject: Option<String>,
    /// What it allows (`scope`). No binding looks at this by itself: what is allowed may change between two rounds.
    pub scopes: Vec<String>,
    /// Everything else that the token says, for a [`Binder`] that knows its issuer.
    pub claims: Map<String, Value>,
}

impl Principal {
    /// A principal of whom nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says who issued the token.
    #[must_use]
    pub fn issuer(mut self, issuer: impl Into<String>) -> Self {
        self.issuer = Some(issuer.into());
        self
    }

    /// Says which client the token was issued to.
    #[must_use]
    pub fn client(mut self, client: impl Into<String>) -> Self {
        self.client = Some(client.into());
        self
    }

    /// Says who the token stands for.
    #[must_use]
    pub fn subject(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Says what the token allows.
    #[must_use]
    pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Adds one more thing that the token says.
    #[must_use]
    pub fn claim(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.claims.insert(name.into(), value.into());
        self
    }
}

/// Claims hold what people wouldn't want to find in a log, so only their names are shown.
impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Principal")
            .field("issuer", &self.issuer)
            .field("client", &self.client)
            .field("subject", &self.subject)
            .field("scopes", &self.scopes)
            .field("claims", &self.claims.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// What a [`Binder`] may bind a state to: the request that the state belongs to, and who makes it.
#[derive(Clone, Copy)]
pub struct BoundRequest<'a> {
    pub(crate) server: &'a str,
    pub(crate) audience: Option<&'a str>,
    pub(crate) method: &'a str,
    pub(crate) target: &'a str,
    pub(crate) version: u32,
    pub(crate) arguments: Option<&'a str>,
    pub(crate) principal: Option<&'a Principal>,
}

impl<'a> BoundRequest<'a> {
    /// The name of this server.
    #[must_use]
    pub fn server(&self) -> &'a str {
        self.server
    }

    /// Who tokens have to be for, if [`RequestState::audience`](super::RequestState::audience) says.
    #[must_use]
    pub fn audience(&self) -> Option<&'a str> {
        self.audience
    }

    /// The method of the request, such as `tools/call`.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.method
    }

    /// What the method is asked of: the name of a tool or a prompt, or the URI of a resource.
    #[must_use]
    pub fn target(&self) -> &'a str {
        self.target
    }

    /// The version of the handler. A state of another version doesn't open.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The arguments, as the text of the message has them. Two texts may mean the same:
    /// [`arguments_digest`](Self::arguments_digest) is what to compare.
    #[must_use]
    pub fn arguments(&self) -> Option<&'a str> {
        self.arguments
    }

    /// A digest of the arguments that is the same for every way to write them; that of `{}` if there are none.
    ///
    /// # Errors
    ///
    /// [`BindError::Arguments`] if they have no canonical form, as with a name that is in one object twice.
    pub fn arguments_digest(&self) -> Result<[u8; 32], BindError> {
        Ok(canonical::digest(self.arguments.unwrap_or("{}"))?)
    }

    /// Who makes the request; nobody if it came without authorization, as over stdio.
    #[must_use]
    pub fn principal(&self) -> Option<&'a Principal> {
        self.principal
    }
}

/// Arguments are what a person wrote, so they are not shown.
impl fmt::Debug for BoundRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundRequest")
            .field("server", &self.server)
            .field("audience", &self.audience)
            .field("method", &self.method)
            .field("target", &self.target)
            .field("version", &self.version)
            .field("principal", &self.principal)
            .finish_non_exhaustive()
    }
}

/// What a state is bound to. Two requests may use each other's states exactly if they have the same binding.
#[derive(Clone, Copy)]
pub struct Binding([u8; 32]);

impl Binding {
    /// The binding to all of `parts`, in this order. No two lists of parts have the same one.
    #[must_use]
    #[expect(single_use_lifetimes, reason = "`impl Trait` can't do without its name on the MSRV")]
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let mut digest = PartsDigest::new();
        for part in parts {
            digest.present(part);
        }
        digest.finish()
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Binding(..)")
    }
}

/// Decides what a state is bound to.
///
/// It is asked once a round: when the state that arrived is opened, and for the one that leaves. Whatever it leaves out
/// of the [`Binding`] is what a state may be carried across, so leave out nothing that tells callers apart.
pub trait Binder: Send + Sync + 'static {
    /// The binding of `request`.
    ///
    /// # Errors
    ///
    /// A [`BindError`] refuses the request before anything is asked; it is for the log, and the client isn't told.
    fn bind(&self, request: &BoundRequest<'_>) -> Result<Binding, BindError>;
}

/// Why a state can't be bound to a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The arguments have no canonical form.
    #[error("the arguments can't be bound: {0}")]
    Arguments(#[from] NotCanonical),
    /// The access token doesn't say who it stands for, so what is bound to it is bound to everybody.
    #[error(
        "the access token names no subject, so a state can't be bound to it; if another claim says who it stands \
         for, resolve it with `OriginatingRequest::new().subject(|token| …)`"
    )]
    NoSubject,
    /// A binder of your own refuses the request.
    #[error("the binder refuses the request: {0}")]
    Refused(#[source] Box<dyn Error + Send + Sync>),
}

impl BindError {
    /// The refusal of a [`Binder`], for a `reason` that the log will give.
    pub fn refused(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Refused(reason.into())
    }
}

/// Resolves who a token stands for.
type ResolveSubject = Box<dyn Fn(&Principal) -> Option<String> + Send + Sync>;

/// Binds a state to the server, the request and the subject of the access token. The default.
///
/// The request is its method, its target, the handler's version, and its arguments by value: their order and their
/// spelling are free. The token is its issuer, its client and its subject; a token that names none is refused, and so
/// can't make two people one. A request without a token is bound to that: no token opens its states.
#[derive(Default)]
pub struct OriginatingRequest {
    subject: Option<ResolveSubject>,
}

impl OriginatingRequest {
    /// Binds to the subject that the token names as such.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes what `resolve` makes of the token for its subject, whatever [`Principal::subject`] is.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_runtime::state::OriginatingRequest;
    ///
    /// let binder = OriginatingRequest::new()
    ///     .subject(|token| token.claims.get("oid")?.as_str().map(str::to_owned));
    /// # let _ = binder;
    /// ```
    #[must_use]
    pub fn subject(
        mut self,
        resolve: impl Fn(&Principal) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.subject = Some(Box::new(resolve));
        self
    }

    /// Adds who makes the request, or that nobody says so.
    fn bind_principal(
        &self,
        principal: Option<&Principal>,
        digest: &mut PartsDigest,
    ) -> Result<(), BindError> {
        let Some(principal) = principal else {
            digest.absent();
            return Ok(());
        };
        let subject = match &self.subject {
            Some(resolve) => resolve(principal),
            None => principal.subject.clone(),
        };
        let subject = subject.filter(|subject| !subject.is_empty()).ok_or(BindError::NoSubject)?;
        digest.present(subject.as_bytes());
        digest.optional(principal.issuer.as_deref());
        digest.optional(principal.client.as_deref());
        Ok(())
    }
}

impl Binder for OriginatingRequest {
    fn bind(&self, request: &BoundRequest<'_>) -> Result<Binding, BindError> {
        let mut digest = PartsDigest::new();
        self.bind_principal(request.principal, &mut digest)?;
        digest.present(request.server.as_bytes());
        digest.optional(request.audience);
        digest.present(request.method.as_bytes());
        digest.present(request.target.as_bytes());
        digest.present(&request.version.to_be_bytes());
        digest.present(&request.arguments_digest()?);
        Ok(digest.finish())
    }
}

impl fmt::Debug for OriginatingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OriginatingRequest")
            .field("resolves_subject", &self.subject.is_some())
            .finish()
    }
}

/// A digest of parts, in which no part can pass for another, nor for two, nor for one that is missing.
struct PartsDigest(Sha256);

impl PartsDigest {
    fn new() -> Self {
        Self(Sha256::new())
    }

    fn absent(&mut self) {
        self.0.update([0]);
    }

    fn present(&mut self, part: &[u8]) {
        self.0.update([1]);
        self.0.update((part.len() as u64).to_be_bytes());
        self.0.update(part);
    }

    fn optional(&mut self, part: Option<&str>) {
        match part {
            None => self.absent(),
            Some(part) => self.present(part.as_bytes()),
        }
    }

    fn finish(self) -> Binding {
        Binding(self.0.finalize().into())
    }
}
