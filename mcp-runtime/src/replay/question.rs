//! A question as the handler made it, and the digest that pins an answer to it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::bytes::Bytes;
use crate::capability::Requirement;
use crate::form::{Field, Form};
use crate::protocol::capabilities::Capability;
use crate::protocol::sampling::Sample;

/// How many characters of a question, and of the names of its fields, are kept for comparison.
const GLIMPSE: usize = 200;

/// One thing to ask the client for.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// A form to fill in.
    Form { message: String, form: FormOf },
    /// A page to open.
    Url { message: String, url: String },
    /// Something for the client's model.
    Sample(Box<Sample>),
    /// The folders that the user works in.
    Roots,
}

/// A form of a type, or one that was made at run time.
#[derive(Clone, Debug)]
pub(crate) enum FormOf {
    Type(&'static Form),
    RunTime(Arc<Form>),
}

impl FormOf {
    pub(crate) fn form(&self) -> &Form {
        match self {
            Self::Type(form) => form,
            Self::RunTime(form) => form,
        }
    }
}

impl Question {
    /// What the client has to declare before it may be asked this.
    pub(crate) fn requirement(&self) -> Requirement {
        match self {
            Self::Form { .. } => Requirement::of(Capability::ElicitationForm),
            Self::Url { .. } => Requirement::of(Capability::ElicitationUrl),
            Self::Sample(sample) => sample.requirement(),
            Self::Roots => Requirement::of(Capability::Roots),
        }
    }

    /// The digest of the whole question, before anything is added or written for a revision.
    pub(crate) fn digest(&self) -> Digest {
        match self {
            Self::Form { message, form } => {
                Digest::of(&[b"form", message.as_bytes(), form.form().fingerprint()])
            }
            Self::Url { message, url } => Digest::of(&[b"url", message.as_bytes(), url.as_bytes()]),
            Self::Sample(sample) => {
                let params = serde_json::to_vec(sample).unwrap_or_default();
                Digest::of(&[b"sample", &params])
            }
            Self::Roots => Digest::of(&[b"roots"]),
        }
    }

    /// The digest of what an answer is read as: the kind of the question, and its form.
    pub(crate) fn shape(&self) -> Digest {
        match self {
            Self::Form { form, .. } => Self::shape_of_form(form.form()),
            Self::Url { .. } => Self::shape_of_page(),
            Self::Sample(_) => Self::shape_of_sample(),
            Self::Roots => Self::shape_of_roots(),
        }
    }

    pub(crate) fn shape_of_form(form: &Form) -> Digest {
        Digest::of(&[b"form", form.fingerprint()])
    }

    pub(crate) fn shape_of_page() -> Digest {
        Digest::of(&[b"url"])
    }

    pub(crate) fn shape_of_sample() -> Digest {
        Digest::of(&[b"sample"])
    }

    pub(crate) fn shape_of_roots() -> Digest {
        Digest::of(&[b"roots"])
    }

    /// What a person would see of the question, in short, to be compared with what it was before. A url may let whoever
    /// reads it act as the user, so it is left out.
    pub(crate) fn glimpse(&self) -> String {
        let text = match self {
            Self::Form { message, .. } | Self::Url { message, .. } => message.clone(),
            Self::Sample(sample) => sample.first_text().to_owned(),
            Self::Roots => String::new(),
        };
        let fields = match self {
            Self::Form { form, .. } => form.form().fields().iter().map(Field::name).collect(),
            _ => Vec::new(),
        };
        let mut text: String = text.chars().take(GLIMPSE).collect();
        if !fields.is_empty() {
            text.push_str(" [");
            text.extend(fields.join(", ").chars().take(GLIMPSE));
            text.push(']');
        }
        text
    }

    /// What kind of question it is, for a log: the question itself may repeat what somebody said.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Form { .. } => "form",
            Self::Url { .. } => "page",
            Self::Sample(_) => "completion",
            Self::Roots => "roots",
        }
    }
}

/// The first 16 bytes of the SHA-256 of a question.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Digest(Bytes<16>);

impl Digest {
    /// Each part is preceded by its length, so that no two lists of parts give the same bytes.
    fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let mut first = [0; 16];
        first.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self(Bytes(first))
    }
}
