//! The builder of a client. Whatever gets a handler is declared, and nothing else is.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::Client;
use super::ask::{ElicitAsk, ElicitReply, SampleAsk};
use super::connection::Connection;
use super::declared::{Handlers, handler};
use super::error::{ClientError, ElicitError, SampleError};
use super::request::Meta;
use super::rounds::{Observer, RoundInfo, Rounds};
use super::transport::Transport;
use crate::protocol::implementation::Implementation;
use crate::protocol::roots::Root;
use crate::protocol::sampling::Completion;

/// A client that is being put together; see [`Client::new`].
#[derive(Debug)]
#[must_use = "a builder does nothing until it connects"]
pub struct ClientBuilder {
    info: Implementation,
    handlers: Handlers,
    observer: Option<Observer>,
    max_rounds: u32,
    max_message_bytes: usize,
    connect_timeout: Duration,
}

impl ClientBuilder {
    pub(super) fn new(info: Implementation) -> Self {
        Self {
            info,
            handlers: Handlers::default(),
            observer: None,
            max_rounds: 10,
            max_message_bytes: 16 * 1024 * 1024,
            connect_timeout: Duration::from_secs(60),
        }
    }

    /// Asks the user, by forms and by pages.
    pub fn on_elicit<F, Fut>(mut self, answer: F) -> Self
    where
        F: Fn(ElicitAsk) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitReply, ElicitError>> + Send + 'static,
    {
        let answer = handler(answer);
        self.handlers.form = Some(Arc::clone(&answer));
        self.handlers.url = Some(answer);
        self
    }

    /// Asks the user by forms. Without [`on_elicit_url`](Self::on_elicit_url) a server cannot ask by pages.
    pub fn on_elicit_form<F, Fut>(mut self, answer: F) -> Self
    where
        F: Fn(ElicitAsk) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitReply, ElicitError>> + Send + 'static,
    {
        self.handlers.form = Some(handler(answer));
        self
    }

    /// Asks the user to open pages. Without [`on_elicit_form`](Self::on_elicit_form) a server cannot ask by forms.
    pub fn on_elicit_url<F, Fut>(mut self, answer: F) -> Self
    where
        F: Fn(ElicitAsk) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitReply, ElicitError>> + Send + 'static,
    {
        self.handlers.url = Some(handler(answer));
        self
    }

    /// Asks a model.
    pub fn on_sample<F, Fut>(mut self, answer: F) -> Self
    where
        F: Fn(SampleAsk) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Completion, SampleError>> + Send + 'static,
    {
        self.handlers.sample = Some(handler(answer));
        self
    }

    /// The folders that the user works in.
    pub fn roots(mut self, roots: impl IntoIterator<Item = Root>) -> Self {
        self.handlers.roots = Some(roots.into_iter().collect());
        self
    }

    /// How many rounds of one call are answered, those that only ask to come back included; 10.
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// Somebody who is told of each round before it is answered.
    pub fn on_round(mut self, observe: impl Fn(&RoundInfo) + Send + Sync + 'static) -> Self {
        self.observer = Some(Observer(Arc::new(observe)));
        self
    }

    /// How many bytes one message of the server may have; 16 MiB.
    pub fn max_message_bytes(mut self, bytes: usize) -> Self {
        self.max_message_bytes = bytes;
        self
    }

    /// How long the server may take to start and to say what it speaks; a minute.
    pub fn connect_timeout(mut self, time: Duration) -> Self {
        self.connect_timeout = time;
        self
    }

    /// Starts the server if need be, and asks what it speaks.
    ///
    /// # Errors
    ///
    /// [`ClientError`], if the server cannot be started, does not answer, or does not speak 2026-07-28.
    pub async fn connect(self, transport: Transport) -> Result<Client, ClientError> {
        let meta = Meta::new(&self.info, self.handlers.declared()).map_err(|source| {
            ClientError::Unwritable { what: "what the client says of itself".to_owned(), source }
        })?;
        let connection = Connection::start(transport.open()?, meta, self.max_message_bytes);
        let rounds =
            Rounds { handlers: self.handlers, observer: self.observer, limit: self.max_rounds };
        let after = self.connect_timeout;
        let probe = tokio::time::timeout(after, super::probe(&connection)).await;
        let server = probe.unwrap_or(Err(ClientError::ConnectTimedOut { after }))?;
        Ok(Client::of(connection, rounds, server))
    }
}
