//! What an item means, as far as a macro can see.

pub(crate) mod form;
pub(crate) mod form_type;
