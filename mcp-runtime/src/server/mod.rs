//! A server: its tools and its state, built once, then asked with messages.

mod builder;
mod describe;
mod errors;
pub(crate) mod options;
pub(crate) mod outbox;
pub(crate) mod peer;
#[cfg(feature = "stdio")]
mod serve;

use std::sync::Arc;

pub use builder::ServerBuilder;
pub use describe::{Description, HandlerDescription};
pub use errors::{ConfigError, ConfigErrors};
pub use options::{CacheScope, InputLimits};
pub use peer::{Peer, Reply};

use crate::dispatch::list::Lists;
use crate::dispatch::registry::Registry;
use crate::envelope::Envelope;
use crate::handler::state::States;
use crate::handler::tool::Tool;
use crate::moment::Moment;
use crate::pipeline;
use crate::state::{RequestState, Store};
use options::Options;

/// A server that was built: every problem of its configuration is out of the way.
///
/// It is cheap to clone, and holds nothing of any client: what a call has learned travels with the call.
#[derive(Clone, Debug)]
pub struct Server {
    inner: Arc<Inner>,
}

/// What every request of a server looks at.
#[derive(Debug)]
pub(crate) struct Inner {
    /// The name that states are bound to.
    pub(crate) name: String,
    /// The member `_meta` of every result, with a comma in front, or nothing.
    pub(crate) info: String,
    pub(crate) tools: Registry,
    pub(crate) lists: Lists,
    pub(crate) states: Arc<States>,
    pub(crate) sealing: Arc<RequestState>,
    /// States that were used, of tools that accept each once.
    pub(crate) spent: Store,
    pub(crate) options: Options,
}

impl TryFrom<ServerBuilder> for Server {
    type Error = ConfigErrors;

    /// Builds the server.
    fn try_from(builder: ServerBuilder) -> Result<Self, ConfigErrors> {
        builder.build()
    }
}

impl Server {
    /// Begins a server of this name and version.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Says hello.
    /// #[mcp_tool(read_only)]
    /// async fn hello() -> &'static str {
    ///     "Hello!"
    /// }
    ///
    /// let server = Server::new("greeter", "1.0.0").tool(hello).build()?;
    /// # Ok::<(), mcp_runtime::ConfigErrors>(())
    /// ```
    #[expect(clippy::new_ret_no_self, reason = "a server is made by its builder")]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// Answers one message: a request gets a reply, everything else none.
    ///
    /// Dropping the future cancels the call.
    pub async fn handle(&self, message: impl Into<Vec<u8>>, peer: &Peer) -> Reply {
        match Moment::present() {
            Ok(moment) => self.handle_at(message, peer, &moment).await,
            Err(error) => pipeline::without_randomness(Envelope::parse(message.into()), error),
        }
    }

    /// Like [`handle`](Self::handle), with the moment and the randomness given: the same input has the same reply.
    pub async fn handle_at(
        &self,
        message: impl Into<Vec<u8>>,
        peer: &Peer,
        moment: &Moment,
    ) -> Reply {
        pipeline::handle(&self.inner, Envelope::parse(message.into()), peer, moment).await
    }

    /// The tools, in the order in which they are listed.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.inner.tools.iter()
    }

    /// Whether states are sealed with a random key of this process.
    #[cfg(feature = "http")]
    pub(crate) fn seals_with_own_key(&self) -> bool {
        self.inner.sealing.is_ephemeral()
    }

    /// Answers a message that a transport has read already.
    #[cfg(any(feature = "stdio", feature = "http"))]
    pub(crate) async fn answer(
        &self,
        message: Result<Envelope, crate::envelope::NoMessage>,
        peer: &Peer,
    ) -> Reply {
        match (Moment::present(), message) {
            (Ok(moment), message) => pipeline::handle(&self.inner, message, peer, &moment).await,
            (Err(error), message) => pipeline::without_randomness(message, error),
        }
    }

    #[cfg(feature = "stdio")]
    pub(crate) fn options(&self) -> &Options {
        &self.inner.options
    }
}
