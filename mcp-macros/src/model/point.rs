//! Where a handler may stop, and where it is done with something for good.

use super::ask::Ask;
use super::step::Step;

/// An ask or a step, as it stands in the body of a handler.
pub(crate) enum Point {
    Ask(Box<Ask>),
    Step(Box<Step>),
}
