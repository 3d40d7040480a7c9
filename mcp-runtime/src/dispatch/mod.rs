//! **3** The one `match` on method names.

pub(crate) mod list;
pub(crate) mod registry;

use std::sync::Arc;

use crate::envelope::Envelope;
use crate::era::Admitted;
use crate::era::mirror::Mirror;
use crate::error::Refusal;
use crate::handler::tool::Tool;
use crate::server::Inner;

/// What a method comes to.
#[derive(Debug)]
pub(crate) enum Route<'s> {
    /// The result is there already: the text of its members.
    Ready(&'s str),
    /// A handler has to run.
    Call(Call<'s>),
}

/// A call of a tool, its name and the shape of its parameters checked.
#[derive(Debug)]
pub(crate) struct Call<'s> {
    pub(crate) admitted: Admitted,
    pub(crate) tool: &'s Tool,
    pub(crate) rules: Option<&'s crate::handler::rules::Rules>,
    pub(crate) envelope: Arc<Envelope>,
}

/// The method of every call that may ask, so far.
pub(crate) const TOOLS_CALL: &str = "tools/call";

/// Finds what answers a request.
///
/// # Errors
///
/// `-32601` for a method that is not served, `-32602` for parameters that do not fit it.
pub(crate) fn route<'s>(
    admitted: Admitted,
    envelope: &Arc<Envelope>,
    mirror: Option<Mirror<'_>>,
    server: &'s Inner,
) -> Result<Route<'s>, Refusal> {
    match &*envelope.method() {
        "server/discover" => Ok(Route::Ready(server.lists.discover())),
        "tools/list" if !server.tools.is_empty() => {
            let cursor = match envelope.params().cursor {
                None => None,
                Some(cursor) => Some(envelope.string(cursor).ok_or_else(list::bad_cursor)?),
            };
            server.lists.tools(cursor.as_deref()).map(Route::Ready)
        }
        TOOLS_CALL if !server.tools.is_empty() => call(admitted, envelope, mirror, server),
        other => Err(Refusal::UnknownMethod(other.to_owned())),
    }
}

fn call<'s>(
    admitted: Admitted,
    envelope: &Arc<Envelope>,
    mirror: Option<Mirror<'_>>,
    server: &'s Inner,
) -> Result<Route<'s>, Refusal> {
    let params = envelope.params();
    let name = params.name.and_then(|name| envelope.string(name));
    let name = name.ok_or_else(|| {
        Refusal::BadParams("`params.name` must be the name of a tool, a string".to_owned())
    })?;
    let entry = server.tools.find(&name);
    let entry = entry.ok_or_else(|| Refusal::UnknownTool(name.into_owned()))?;
    if let Some(arguments) = params.arguments
        && !envelope.part(arguments).starts_with('{')
    {
        return Err(Refusal::BadParams("`params.arguments` must be an object".to_owned()));
    }
    if let Some(mirror) = mirror {
        let arguments = params.arguments.map_or("{}", |span| envelope.part(span));
        mirror.arguments(&entry.mirrored, arguments)?;
    }
    let (tool, rules) = (&entry.tool, entry.rules.as_ref());
    Ok(Route::Call(Call { admitted, tool, rules, envelope: Arc::clone(envelope) }))
}
