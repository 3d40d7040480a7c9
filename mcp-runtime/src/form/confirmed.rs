//! A plain yes.

use std::sync::LazyLock;

use super::error::{FormProblem, FormProblems};
use super::kind::Boolean;
use super::value::FieldValue;
use super::{Checked, Elicit, Field, Form, Read, private};

/// The name of the one field.
const FIELD: &str = "confirmed";

/// That the user said yes.
///
/// The form has one box to tick, and only an answer that ticked it makes a value of this type: to
/// hold a `Confirmed` is to have consent. A form that was sent without the tick is a refusal, like
/// a decline, and is not asked again.
///
/// ```compile_fail
/// let forged = mcp_runtime::form::Confirmed(());
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Confirmed(());

#[diagnostic::do_not_recommend]
impl Elicit for Confirmed {
    fn form() -> &'static Form {
        static FORM: LazyLock<Form> = LazyLock::new(|| {
            private::derived([Field::new(FIELD, Boolean::new()).titled("Yes, go on")])
        });
        &FORM
    }

    fn read(answer: &Checked<'_>) -> Result<Read<Self>, FormProblems> {
        match answer.value(FIELD) {
            Some(FieldValue::Boolean(true)) => Ok(Read::Value(Self(()))),
            Some(FieldValue::Boolean(false)) => Ok(Read::Refused),
            _ => Err(FormProblems::one(FormProblem::at(FIELD, "is missing"))),
        }
    }
}
