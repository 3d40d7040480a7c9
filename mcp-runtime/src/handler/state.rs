//! What a server holds for its handlers, found by type.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Server state: at most one value of each type.
#[derive(Default)]
pub(crate) struct States {
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    names: Vec<&'static str>,
}

impl States {
    /// Adds a value; `false` if there was one of this type already.
    pub(crate) fn add<T: ?Sized + Send + Sync + 'static>(&mut self, value: Arc<T>) -> bool {
        self.names.push(type_name::<T>());
        self.values.insert(TypeId::of::<T>(), Box::new(value)).is_none()
    }

    pub(crate) fn find<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref::<Arc<T>>().map(|value| &**value)
    }

    pub(crate) fn holds(&self, need: &Need) -> bool {
        self.values.contains_key(&need.id)
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}

/// What a server can hold for its handlers; there is nothing to implement.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a server holds",
    label = "not shared between threads",
    note = "calls run on any thread, so what they borrow is `Send + Sync + 'static`; for a trait object write \
            `&(dyn Trait + Send + Sync)`, or make the trait itself `Trait: Send + Sync`"
)]
pub trait ServerState: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: ?Sized + Send + Sync + 'static> ServerState for T {}

/// A type that a handler borrows from its server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    id: TypeId,
    pub(crate) name: &'static str,
}

impl Need {
    pub(crate) fn of<T: ?Sized + 'static>() -> Self {
        Self { id: TypeId::of::<T>(), name: type_name::<T>() }
    }
}
