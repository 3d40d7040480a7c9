//! Used states in Redis, for any number of processes: `SET … NX EX`.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisError, cmd};

use super::{Spend, SpendError, Spending, SpentStates, StateUse};

/// Remembers used states in a Redis server, which every process of the server uses.
///
/// It connects when the first state is used, and again whenever the connection is lost. While Redis can't be reached,
/// rounds of tools with [`single_use`](crate::Tool::single_use) are refused and told to try again later; nothing else
/// depends on it. Redis has to keep what it was told: no eviction (`maxmemory-policy noeviction`), and persistence if a
/// restart must not forget.
///
/// If Redis got a state and its reply was lost for longer than the [timeout](Self::timeout), the state is used: a round
/// that is sent again is then refused.
///
/// # Examples
///
/// ```
/// use mcp_runtime::prelude::*;
/// use mcp_runtime::state::RedisSpentStates;
///
/// # fn build() -> Result<(), Box<dyn std::error::Error>> {
/// let spent = RedisSpentStates::new("redis://127.0.0.1:6379/0")?;
/// let server = Server::new("bank", "1.0.0").spent_states(spent);
/// # let _ = server;
/// # Ok(())
/// # }
/// # build().unwrap();
/// ```
pub struct RedisSpentStates {
    client: Client,
    prefix: String,
    timeout: Duration,
    /// The connection, which many uses share. The lock is never held over an `.await`.
    connection: Mutex<Option<ConnectionManager>>,
}

impl RedisSpentStates {
    /// How long a use may take unless [`timeout`](Self::timeout) says otherwise.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(2);

    /// What stands in front of the keys unless [`prefix`](Self::prefix) says otherwise.
    pub const DEFAULT_PREFIX: &str = "mcp-runtime:spent:";

    /// A store in the Redis server at `url`: `redis://[user:password@]host[:port][/database]`.
    ///
    /// `rediss://`, over TLS, works if your program depends on `redis` 1 with one of its TLS features.
    ///
    /// # Errors
    ///
    /// [`RedisUrlError`] if that is no such url. Nothing is connected to yet.
    pub fn new(url: &str) -> Result<Self, RedisUrlError> {
        let client = Client::open(url).map_err(|error| RedisUrlError(error.to_string()))?;
        Ok(Self {
            client,
            prefix: Self::DEFAULT_PREFIX.to_owned(),
            timeout: Self::DEFAULT_TIMEOUT,
            connection: Mutex::default(),
        })
    }

    /// Sets what stands in front of the keys; the server's name and the id of the state follow.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets how long one use may take, connecting included, before the call is refused.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    async fn spend_once(&self, state: StateUse<'_>) -> Result<Spend, SpendError> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(SpendError::new)?;
        let mark = Mark {
            key: format!("{}{}", self.prefix, state.name()),
            by: URL_SAFE_NO_PAD.encode(random),
            seconds: state.keep_for().as_secs().max(1),
        };
        if let Ok(spent) = tokio::time::timeout(self.timeout, self.set(&mark)).await {
            return spent.map_err(SpendError::new);
        }
        // Somebody who doesn't answer may be gone for good: the next use connects anew.
        self.hold().take();
        let problem = format!("Redis did not answer within {:?}", self.timeout);
        Err(SpendError::new(problem))
    }

    async fn set(&self, mark: &Mark) -> Result<Spend, RedisError> {
        let mut connection = self.connection()?;
        match mark.set(&mut connection).await {
            // A connection that broke while nobody used it shows only now, and is made anew.
            Err(error) if error.is_io_error() || error.is_unrecoverable_error() => {
                if mark.set(&mut connection).await? {
                    return Ok(Spend::Fresh);
                }
                // It may have broken after Redis had heard the first try.
                let ours = mark.is_ours(&mut connection).await?;
                Ok(if ours { Spend::Fresh } else { Spend::AlreadySpent })
            }
            Err(error) => Err(error),
            Ok(true) => Ok(Spend::Fresh),
            Ok(false) => Ok(Spend::AlreadySpent),
        }
    }

    fn connection(&self) -> Result<ConnectionManager, RedisError> {
        let mut held = self.hold();
        if let Some(connection) = &*held {
            return Ok(connection.clone());
        }
        // One try to connect at a time: whoever uses the next state tries again.
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(self.timeout))
            .set_response_timeout(Some(self.timeout));
        let connection = ConnectionManager::new_lazy_with_config(self.client.clone(), config)?;
        Ok(held.insert(connection).clone())
    }

    fn hold(&self) -> std::sync::MutexGuard<'_, Option<ConnectionManager>> {
        // A connection is there or it is not, so a poisoned lock is still good.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written for one use.
struct Mark {
    key: String,
    /// Tells this use from every other one of the same state.
    by: String,
    seconds: u64,
}

impl Mark {
    /// Writes it, unless there is one: false.
    async fn set(&self, connection: &mut ConnectionManager) -> Result<bool, RedisError> {
        let mut set = cmd("SET");
        set.arg(&self.key).arg(&self.by).arg("NX").arg("EX").arg(self.seconds);
        let done: Option<String> = set.query_async(connection).await?;
        Ok(done.is_some())
    }

    async fn is_ours(&self, connection: &mut ConnectionManager) -> Result<bool, RedisError> {
        let by: Option<String> = cmd("GET").arg(&self.key).query_async(connection).await?;
        Ok(by.as_deref() == Some(&*self.by))
    }
}

impl SpentStates for RedisSpentStates {
    fn spend<'a>(&'a self, state: StateUse<'a>) -> Spending<'a> {
        Box::pin(self.spend_once(state))
    }
}

/// A url holds a password, so it isn't shown.
impl fmt::Debug for RedisSpentStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisSpentStates")
            .field("prefix", &self.prefix)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// A url is not one of a Redis server. Doesn't say what was written, as there may be a password in it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("that is no url of a Redis server, `redis://[user:password@]host[:port][/database]`: {0}")]
pub struct RedisUrlError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_does_not_show() {
        let store = RedisSpentStates::new("redis://shop:hunter2@127.0.0.1:6379").unwrap();
        assert!(!format!("{store:?}").contains("hunter2"));
        for url in
            ["hunter2", "https://a:hunter2@b", "redis://a:hunter2@b:port", "redis://[hunter2"]
        {
            let error = RedisSpentStates::new(url).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
        }
    }
}
