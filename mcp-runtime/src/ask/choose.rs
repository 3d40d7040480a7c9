//! Choosing from a list that is only known at run time.

use std::fmt::Display;
use std::sync::Arc;

use super::answer::Answer;
use super::reply::{Action, Decoded, Ending, Given, action};
use crate::form::{Field, FieldValue, Form, FormError, Kind, MultiSelect, Select};
use crate::handler::error::ProtocolError;
use crate::replay::question::{FormOf, Question};
use crate::shown::shown_owned;

/// One thing to choose: a value, and the words that the user sees.
///
/// Made from a pair of the two, or from anything that can be displayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Choice<T> {
    /// What the handler gets.
    pub value: T,
    /// What the user sees. No two choices of one list may look the same.
    pub label: String,
}

impl<T> Choice<T> {
    /// A choice.
    pub fn new(value: T, label: impl Into<String>) -> Self {
        Self { value, label: label.into() }
    }
}

impl<T: Display> From<T> for Choice<T> {
    fn from(value: T) -> Self {
        let label = value.to_string();
        Self { value, label }
    }
}

impl<T, L: Into<String>> From<(T, L)> for Choice<T> {
    fn from((value, label): (T, L)) -> Self {
        Self { value, label: label.into() }
    }
}

/// The one field of such a form.
const FIELD: &str = "choice";

/// A list that has been given to choose from.
pub(crate) struct Offered<T> {
    values: Vec<Option<T>>,
    labels: Vec<String>,
    form: Option<Arc<Form>>,
}

impl<T> Offered<T> {
    pub(crate) fn new(choices: impl IntoIterator<Item = impl Into<Choice<T>>>) -> Self {
        let (values, labels) = choices
            .into_iter()
            .map(|choice| {
                let choice: Choice<T> = choice.into();
                (Some(choice.value), shown_owned(choice.label))
            })
            .unzip();
        Self { values, labels, form: None }
    }

    /// The question that offers the list, once or (`many`) with as many picked as the user likes.
    pub(crate) fn question(
        &mut self,
        message: String,
        many: bool,
    ) -> Result<Question, ProtocolError> {
        let kind: Kind = if many {
            MultiSelect::new(self.labels.iter().map(String::as_str)).into()
        } else {
            Select::new(self.labels.iter().map(String::as_str)).into()
        };
        let form = Form::builder().field(Field::new(FIELD, kind)).build().map_err(|problem| {
            // The choices themselves may be what somebody said, and this goes to the log.
            let why = match problem {
                FormError::DuplicateOption { .. } => "two of them look the same".to_owned(),
                FormError::NoOptions { .. } => "there are none".to_owned(),
                other => other.to_string(),
            };
            ProtocolError::internal(format!("the choices make no list to choose from: {why}"))
        })?;
        let form = Arc::new(form);
        self.form = Some(Arc::clone(&form));
        Ok(Question::Form { message, form: FormOf::RunTime(form) })
    }

    fn take(&mut self, label: &str) -> Option<T> {
        let place = self.labels.iter().position(|known| known == label)?;
        self.values.get_mut(place)?.take()
    }

    /// The value that was picked.
    pub(crate) fn one(mut self) -> impl FnMut(Given<'_>) -> Decoded<Answer<T>> {
        move |given| {
            self.decode(given, |this, picked| picked.first().and_then(|label| this.take(label)))
        }
    }

    /// The values that were picked, in the order of the list.
    pub(crate) fn many(mut self) -> impl FnMut(Given<'_>) -> Decoded<Answer<Vec<T>>> {
        move |given| {
            self.decode(given, |this, picked| {
                let mut values = Vec::with_capacity(picked.len());
                for place in 0..this.labels.len() {
                    let label = this.labels.get(place).cloned().unwrap_or_default();
                    if picked.contains(&label) {
                        values.extend(this.take(&label));
                    }
                }
                Some(values)
            })
        }
    }

    fn decode<V>(
        &mut self,
        given: Given<'_>,
        values: impl Fn(&mut Self, &[String]) -> Option<V>,
    ) -> Decoded<Answer<V>> {
        let text = match given {
            Given::Failed(why) => return Decoded::Ends(Ending::Failed(why)),
            Given::Answer(text) => text,
        };
        let content = match action(text) {
            Err(reason) => return Decoded::Invalid(reason),
            Ok(Action::Decline) => return Decoded::Settled(Answer::Decline),
            Ok(Action::Cancel) => return Decoded::Settled(Answer::Cancel),
            Ok(Action::Accept(content)) => content,
        };
        let Some(form) = self.form.clone() else { return Decoded::Invalid(String::new()) };
        let picked = match form.check(content) {
            Ok(checked) => match checked.value(FIELD) {
                Some(FieldValue::Text(label)) => vec![label.clone()],
                Some(FieldValue::Selected(labels)) => labels.clone(),
                _ => Vec::new(),
            },
            Err(problems) => return Decoded::Invalid(problems.to_string()),
        };
        match values(self, &picked) {
            Some(value) => Decoded::Settled(Answer::Accept(value)),
            None => Decoded::Invalid("that was not on the list".to_owned()),
        }
    }
}
