//! Makes questions, and the reading of their answers, for every kind of ask.

use super::adapt::{ElicitBinding, RootsBinding, SampleBinding, UrlBinding};
use super::future::Decode;
use super::reply::{Action, Decoded, Ending, Given, Outcome, action};
use super::url;
use crate::envelope::object;
use crate::form::{Elicit, Read};
use crate::handler::error::ProtocolError;
use crate::protocol::roots::RootList;
use crate::protocol::sampling::{Completion, Sample};
use crate::replay::question::{FormOf, Question};
use crate::shown::shown_owned;

pub(crate) fn form<T: Elicit>(message: String) -> Result<Question, ProtocolError> {
    let form = T::form();
    match form.defect() {
        None => Ok(Question::Form { message: shown_owned(message), form: FormOf::Type(form) }),
        Some(defect) => {
            let form = std::any::type_name::<T>();
            tracing::error!(target: crate::trace::TARGET, form, %defect, "a form cannot be checked");
            Err(ProtocolError::internal(
                "the form cannot be checked: its definition contradicts itself",
            ))
        }
    }
}

pub(crate) fn page(message: String, url: String) -> Result<Question, ProtocolError> {
    // The url itself goes neither into the error nor into the log: it may let whoever reads it act as the user.
    url::check(&url)
        .map_err(|why| ProtocolError::internal(format!("the url is not sent: {why}")))?;
    Ok(Question::Url { message: shown_owned(message), url })
}

pub(crate) fn sample(sample: Sample) -> Question {
    Question::Sample(Box::new(sample.shown()))
}

pub(crate) fn roots() -> Question {
    Question::Roots
}

/// What a user made of a form, before a handler's type has its say.
///
/// # Errors
///
/// Why it is no answer to the form.
pub(crate) fn read_form<T: Elicit>(text: &str) -> Result<Outcome<T>, String> {
    Ok(match action(text)? {
        Action::Decline => Outcome::Decline,
        Action::Cancel => Outcome::Cancel,
        Action::Accept(content) => match crate::form::read::<T>(content) {
            Ok(Read::Value(value)) => Outcome::Accept(value),
            Ok(Read::Refused) => Outcome::Decline,
            Err(problems) => return Err(problems.to_string()),
        },
    })
}

/// What a user said to a page.
pub(crate) fn read_page(text: &str) -> Result<Outcome<()>, String> {
    Ok(match action(text)? {
        Action::Decline => Outcome::Decline,
        Action::Cancel => Outcome::Cancel,
        Action::Accept(_) => Outcome::Accept(()),
    })
}

pub(crate) fn read_sample(text: &str) -> Result<Outcome<Completion>, String> {
    let read: Result<Completion, _> = object::read(text);
    read.map(Outcome::Accept).map_err(|_| "the answer is not a completion".to_owned())
}

pub(crate) fn read_roots(text: &str) -> Result<Outcome<Vec<crate::Root>>, String> {
    let read: Result<RootList, _> = object::read(text);
    read.map(|list| Outcome::Accept(list.roots))
        .map_err(|_| "the answer is not a list of roots".to_owned())
}

pub(crate) fn decode_form<B: ElicitBinding>() -> Decode<B> {
    Box::new(|given| decode(given, read_form::<B::Form>, B::settle))
}

pub(crate) fn decode_page<B: UrlBinding>() -> Decode<B> {
    Box::new(|given| decode(given, read_page, B::settle))
}

pub(crate) fn decode_sample<B: SampleBinding>() -> Decode<B> {
    Box::new(|given| decode(given, read_sample, B::settle))
}

pub(crate) fn decode_roots<B: RootsBinding>() -> Decode<B> {
    Box::new(|given| decode(given, read_roots, B::settle))
}

fn decode<T, B>(
    given: Given<'_>,
    read: fn(&str) -> Result<Outcome<T>, String>,
    settle: fn(Outcome<T>) -> Result<B, Ending>,
) -> Decoded<B> {
    let outcome = match given {
        Given::Failed(why) => Outcome::Failed(why),
        Given::Answer(text) => match read(text) {
            Ok(outcome) => outcome,
            Err(reason) => return Decoded::Invalid(reason),
        },
    };
    match settle(outcome) {
        Ok(value) => Decoded::Settled(value),
        Err(ending) => Decoded::Ends(ending),
    }
}
