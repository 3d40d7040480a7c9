//! What a `#[step]` may record, and what rustc says of anything else.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a step can carry from round to round.
#[diagnostic::on_unimplemented(
    message = "a step cannot carry `{Self}` to the next round",
    label = "this cannot be written and read again",
    note = "derive `serde::Serialize` and `serde::Deserialize` for all that is in it, or record only what the rest of the handler needs; of a future, write `.await` behind it",
    note = "what can simply be made again in every round is marked `#[repeat]` instead"
)]
pub trait StepValue: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> StepValue for T {}

/// Tells the values of steps that are a `Result` from those that are none, by which of the two impls
/// is closer to `(&value).mcp_kind_of_step()`.
pub trait StepOutput {
    #[doc(hidden)]
    type Kind;

    #[doc(hidden)]
    fn mcp_kind_of_step(&self) -> Self::Kind;
}

impl<T, E> StepOutput for Result<T, E> {
    type Kind = SomeResult;

    fn mcp_kind_of_step(&self) -> SomeResult {
        SomeResult
    }
}

impl<T> StepOutput for &T {
    type Kind = Plain<T>;

    fn mcp_kind_of_step(&self) -> Plain<T> {
        Plain(PhantomData)
    }
}

/// The step came out as a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct SomeResult;

/// The step came out as something else.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T>(PhantomData<T>);

/// A step's value that is recorded whole without saying so.
#[diagnostic::on_unimplemented(
    message = "a `Result` is no value of a step: it does not say whether a failure is recorded",
    label = "this is a `Result`",
    note = "put `?` at its end: what succeeds is recorded, and what fails is tried again in the next round",
    note = "or write `#[step(whole)]`: the `Result` is recorded whatever is in it, and a failure stays one"
)]
pub trait PlainOutput {
    #[doc(hidden)]
    type Value;
}

impl<T> PlainOutput for Plain<T> {
    type Value = T;
}
