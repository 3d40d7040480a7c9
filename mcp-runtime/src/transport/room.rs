//! How many bytes the messages under way may hold together, so that large ones cannot fill the memory.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Messages of up to this size need no room: their number is limited.
pub(super) const SMALL: usize = 8 * 1024;

/// The unit in which room is counted.
const KIB: usize = 1024;

/// What larger messages share, until their calls are done.
#[derive(Clone, Debug)]
pub(super) struct Room(Arc<Semaphore>);

/// Others have it all.
#[derive(Debug)]
pub(super) struct NoRoom;

/// What one message has of it; given back when dropped.
#[derive(Debug, Default)]
pub(super) struct Taken(Option<OwnedSemaphorePermit>);

impl Room {
    pub(super) fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes / KIB).min(Semaphore::MAX_PERMITS))))
    }
}

impl Taken {
    /// Takes what is missing for a message of `bytes`, at once or not at all: one that waited could be kept waiting by
    /// others that are sent slowly.
    pub(super) fn grow(&mut self, room: &Room, bytes: usize) -> Result<(), NoRoom> {
        if bytes <= SMALL {
            return Ok(());
        }
        let held = self.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = bytes.div_ceil(KIB).saturating_sub(held);
        if missing == 0 {
            return Ok(());
        }
        let missing = u32::try_from(missing).map_err(|_| NoRoom)?;
        let more = Arc::clone(&room.0).try_acquire_many_owned(missing).map_err(|_| NoRoom)?;
        match &mut self.0 {
            Some(held) => held.merge(more),
            None => self.0 = Some(more),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_takes_room_as_it_grows_and_gives_it_back() {
        let room = Room::new(256 * KIB);
        let (mut one, mut other) = (Taken::default(), Taken::default());
        one.grow(&room, SMALL).unwrap();
        assert_eq!(room.0.available_permits(), 256, "small ones are free");
        one.grow(&room, SMALL + 1).unwrap();
        one.grow(&room, 100 * KIB).unwrap();
        other.grow(&room, 156 * KIB).unwrap();
        assert!(one.grow(&room, 100 * KIB + 1).is_err(), "there is no more");
        drop(other);
        one.grow(&room, 256 * KIB).unwrap();
        drop(one);
        assert_eq!(room.0.available_permits(), 256);
    }
}
