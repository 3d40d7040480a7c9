//! What the user's item means, with the tokens that say so.

pub(crate) mod ask;
pub(crate) mod body;
pub(crate) mod borrow;
pub(crate) mod form;
pub(crate) mod form_type;
pub(crate) mod mark;
pub(crate) mod parameter;
pub(crate) mod point;
pub(crate) mod round;
pub(crate) mod step;
pub(crate) mod tool;
