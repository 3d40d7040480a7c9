//! What goes to the log, as text, for a test to look into.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Once;

thread_local! {
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Everything that this thread logs from [`Log::open`] on. A test of one thread sees its own lines alone.
#[derive(Clone, Copy, Debug)]
#[must_use = "look into it"]
pub struct Log(());

impl Log {
    /// An empty log, at the most talkative level.
    pub fn open() -> Self {
        static SUBSCRIBER: Once = Once::new();
        SUBSCRIBER.call_once(|| {
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(tracing::Level::TRACE)
                .with_ansi(false)
                .without_time()
                .with_writer(|| ToThread)
                .finish();
            tracing::subscriber::set_global_default(subscriber).expect("there is no other");
        });
        WRITTEN.with_borrow_mut(Vec::clear);
        Self(())
    }

    /// What was written.
    pub fn text(self) -> String {
        WRITTEN.with_borrow(|bytes| String::from_utf8(bytes.clone()).expect("a log is text"))
    }

    /// What was written, line by line.
    pub fn lines(self) -> Vec<String> {
        self.text().lines().map(str::to_owned).collect()
    }
}

struct ToThread;

impl Write for ToThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITTEN.with_borrow_mut(|written| written.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
