//! What expansions of `#[derive(Elicit)]` name. Not public API.

use std::sync::LazyLock;

use super::build::assemble;
use super::error::FormProblem;
pub use super::kind::Format;
pub use super::spec::{FieldOf, computed, field};
pub use super::types::{Choice, ChoiceOption};
pub use super::{Checked, Elicit, Field, Form, FormError, FormProblems, Read};

/// The form of a type, made when it is first asked for.
pub type LazyForm = LazyLock<Form>;

/// The form of a derived type. Expansion has checked what it could; a pattern that does not compile
/// and a default that only running code knows are left, and a form with such a defect accepts no
/// answer.
#[must_use]
pub fn derived(fields: impl IntoIterator<Item = Field>) -> Form {
    let (form, errors) = assemble(fields.into_iter().collect());
    Form { defect: errors.into_iter().next(), ..form }
}

/// Takes the fields out of an answer, one after the other, and keeps what is wrong with them.
#[derive(Debug)]
pub struct Reader<'answer> {
    answer: &'answer Checked<'answer>,
    problems: Vec<FormProblem>,
}

impl<'answer> Reader<'answer> {
    /// Reads from `answer`.
    #[must_use]
    pub fn new(answer: &'answer Checked<'answer>) -> Self {
        Self { answer, problems: Vec::new() }
    }

    /// The value of `field`, or `None` if its type cannot hold what was answered.
    pub fn take<T>(&mut self, field: &FieldOf<T>) -> Option<T> {
        let value = self.answer.value(field.name());
        let read = field.read(value);
        if read.is_none() {
            self.problems.push(FormProblem::at(field.name(), field.cannot_hold(value)));
        }
        read
    }

    /// Ends the reading: what was wrong.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn refuse<T>(self) -> Result<Read<T>, FormProblems> {
        Err(FormProblems::all(self.problems))
    }
}

/// A form that a server looks at when it is built, because only running code can tell whether it is
/// sound: it has a pattern, or a default that is computed.
#[derive(Debug)]
pub struct FormRegistration {
    name: &'static str,
    form: fn() -> &'static Form,
}

inventory::collect!(FormRegistration);

impl FormRegistration {
    /// Registers the form of `T`, which people know as `name`.
    #[must_use]
    pub const fn of<T: Elicit>(name: &'static str) -> Self {
        Self { name, form: T::form }
    }

    /// The path of the type.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Why the form accepts no answer, if it is broken.
    #[must_use]
    pub fn defect(&self) -> Option<&'static FormError> {
        (self.form)().defect()
    }

    /// Every registered form of the binary.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        inventory::iter::<Self>()
    }
}
