//! A shop that is not there, and its payment service, whose ledger is a folder: it outlives the process, and several
//! processes may share it.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Where things are bought.
pub(crate) struct Shop {
    ledger: PathBuf,
}

/// What a charge came to.
#[derive(Deserialize, Serialize)]
pub(crate) struct Receipt {
    number: usize,
    cents: u64,
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}", self.number)
    }
}

/// Why the shop does not do it.
#[derive(Debug)]
pub(crate) enum ShopError {
    Unknown(String),
    NoAnswer,
}

impl fmt::Display for ShopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(item) => write!(f, "the shop has no {item}"),
            Self::NoAnswer => f.write_str("the payment service does not answer"),
        }
    }
}

impl From<io::Error> for ShopError {
    fn from(error: io::Error) -> Self {
        tracing::error!(%error, "the ledger cannot be used");
        Self::NoAnswer
    }
}

impl Shop {
    /// The shop with this ledger, or a new one.
    pub(crate) fn open(ledger: Option<OsString>) -> io::Result<Self> {
        let new = || {
            let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            std::env::temp_dir().join(format!("order-ledger-{}-{}", fresh(), began.as_nanos()))
        };
        let ledger = ledger.map_or_else(new, PathBuf::from);
        fs::create_dir_all(ledger.join("charges"))?;
        Ok(Self { ledger })
    }

    /// What one costs, in cents.
    pub(crate) async fn quote(&self, item: &str) -> Result<u64, ShopError> {
        work().await;
        self.note("quotes", item)?;
        match item {
            "tea" => Ok(450),
            "cups" => Ok(300),
            "pot" => Ok(1_995),
            _ => Err(ShopError::Unknown(item.to_owned())),
        }
    }

    /// Holds goods for a few minutes.
    pub(crate) async fn hold(&self, items: &[String]) {
        work().await;
        let _ = self.note("holds", &items.join(","));
    }

    /// Charges the customer, or does nothing if a charge with this key was made before.
    pub(crate) async fn charge(&self, cents: u64, key: &str) -> Result<Receipt, ShopError> {
        work().await;
        self.note("attempts", key)?;
        let charges = self.ledger.join("charges");
        let receipt = Receipt { number: fs::read_dir(&charges)?.count() + 1, cents };
        // Written whole under a name of its own, then given the key's name, which only one can have.
        let (written, path) = (self.ledger.join(format!("draft-{}", fresh())), charges.join(key));
        fs::write(&written, serde_json::to_vec(&receipt).map_err(io::Error::other)?)?;
        let linked = fs::hard_link(&written, &path);
        fs::remove_file(&written)?;
        match linked {
            Ok(()) => Ok(receipt),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Ok(serde_json::from_slice(&fs::read(&path)?).map_err(io::Error::other)?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a receipt.
    pub(crate) async fn send(&self, receipt: &Receipt, address: &str) -> Result<(), ShopError> {
        work().await;
        Ok(self.note("letters", &format!("{receipt} {address}"))?)
    }

    /// One line more, at once: several processes write here.
    fn note(&self, what: &str, line: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(self.ledger.join(what))?;
        file.write_all(format!("{line}\n").as_bytes())
    }
}

/// A number that no other charge has, in any process.
fn fresh() -> String {
    static CHARGES: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), CHARGES.fetch_add(1, Ordering::Relaxed))
}

/// A shop that is asked over a network takes its time.
async fn work() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}
