//! What this thread logs, for a test to look into.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;

/// Everything that this thread logs while it is there, down to `debug`.
pub(crate) struct Log {
    written: Arc<Mutex<Vec<u8>>>,
    _guard: DefaultGuard,
}

impl Log {
    pub(crate) fn open() -> Self {
        let written = Arc::<Mutex<Vec<u8>>>::default();
        let writer = Arc::clone(&written);
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_ansi(false)
            .with_writer(move || Writer(Arc::clone(&writer)))
            .finish();
        Self { written, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.written.lock().unwrap().clone()).unwrap()
    }
}

struct Writer(Arc<Mutex<Vec<u8>>>);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
