//! Used states in the memory of this process.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::future::ready;
use std::sync::{Mutex, PoisonError};

use super::{Spend, SpendError, Spending, SpentStates, StateUse};
use crate::moment::UnixSeconds;

type Id = [u8; 16];

/// Remembers used states for as long as this process runs.
///
/// Another process with the same keys, and this one after a restart, know nothing of them and would accept each once
/// more: give all of them a store that they share.
///
/// A state is forgotten when it has expired. When it remembers as many as it may, it accepts no more until some have
/// expired, rather than forget one that could still be used.
#[derive(Debug)]
pub struct MemorySpentStates {
    capacity: usize,
    spent: Mutex<Remembered>,
}

#[derive(Debug, Default)]
struct Remembered {
    ids: HashSet<Id>,
    /// The same ids, the one that is forgotten next on top.
    next: BinaryHeap<Reverse<(UnixSeconds, Id)>>,
}

impl MemorySpentStates {
    /// How many states are remembered unless [`with_capacity`](Self::with_capacity) says otherwise.
    pub const DEFAULT_CAPACITY: usize = 100_000;

    /// A store that remembers [`DEFAULT_CAPACITY`](Self::DEFAULT_CAPACITY) states: some ten mebibytes.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(Self::DEFAULT_CAPACITY)
    }

    /// A store that remembers so many states.
    #[must_use]
    pub fn with_capacity(states: usize) -> Self {
        Self { capacity: states, spent: Mutex::default() }
    }

    fn spend_now(&self, state: StateUse<'_>) -> Result<Spend, SpendError> {
        // Nothing in here panics half way, so a poisoned lock is still good.
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.forget_until(state.now());
        if spent.ids.contains(&state.id()) {
            return Ok(Spend::AlreadySpent);
        }
        if spent.ids.len() >= self.capacity {
            return Err(SpendError::new(format!(
                "{} used states are remembered, which is all that may be; raise \
                 `MemorySpentStates::with_capacity`, or shorten `RequestState::ttl`",
                self.capacity
            )));
        }
        spent.ids.insert(state.id());
        spent.next.push(Reverse((state.forget_at(), state.id())));
        Ok(Spend::Fresh)
    }
}

impl Remembered {
    fn forget_until(&mut self, now: UnixSeconds) {
        while let Some(Reverse((at, id))) = self.next.peek().copied()
            && at <= now
        {
            self.ids.remove(&id);
            self.next.pop();
        }
    }
}

impl Default for MemorySpentStates {
    fn default() -> Self {
        Self::new()
    }
}

impl SpentStates for MemorySpentStates {
    fn spend<'a>(&'a self, state: StateUse<'a>) -> Spending<'a> {
        Box::pin(ready(self.spend_now(state)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn used(id: u8, now: u64) -> StateUse<'static> {
        StateUse::new("shop", [id; 16], UnixSeconds(now), Duration::from_secs(100))
    }

    #[test]
    fn of_many_at_once_one_is_fresh() {
        let store = MemorySpentStates::new();
        for id in 0..100 {
            let begin = Barrier::new(8);
            let fresh: usize = thread::scope(|scope| {
                let spend = || {
                    begin.wait();
                    usize::from(store.spend_now(used(id, 1)).unwrap() == Spend::Fresh)
                };
                let all: Vec<_> = (0..8).map(|_| scope.spawn(spend)).collect();
                all.into_iter().map(|one| one.join().unwrap()).sum()
            });
            assert_eq!(fresh, 1);
        }
    }

    #[test]
    fn a_state_is_remembered_a_minute_longer_than_it_lives() {
        let store = MemorySpentStates::new();
        assert_eq!(store.spend_now(used(1, 1_000)).unwrap(), Spend::Fresh);
        assert_eq!(store.spend_now(used(1, 1_159)).unwrap(), Spend::AlreadySpent);
        assert_eq!(store.spent.lock().unwrap().ids.len(), 1);
        assert_eq!(store.spend_now(used(2, 1_160)).unwrap(), Spend::Fresh);
        let spent = store.spent.lock().unwrap();
        assert_eq!((spent.ids.len(), spent.next.len()), (1, 1), "the first one is forgotten");
    }

    #[test]
    fn a_full_store_accepts_nothing_and_forgets_nothing() {
        let store = MemorySpentStates::with_capacity(2);
        assert_eq!(store.spend_now(used(1, 1_000)).unwrap(), Spend::Fresh);
        assert_eq!(store.spend_now(used(2, 1_050)).unwrap(), Spend::Fresh);

        let error = store.spend_now(used(3, 1_051)).unwrap_err().to_string();
        assert!(error.contains("2 used states") && error.contains("with_capacity"), "{error}");
        assert_eq!(store.spend_now(used(1, 1_051)).unwrap(), Spend::AlreadySpent);

        assert_eq!(store.spend_now(used(3, 1_160)).unwrap(), Spend::Fresh, "one has expired");
    }
}
