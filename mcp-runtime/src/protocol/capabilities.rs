//! What a client declared that it can be asked (`ClientCapabilities`).

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::envelope::object;

/// One thing that a client may or may not be able to do for a server.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Capability {
    /// Show a form (`elicitation` or `elicitation.form`).
    ElicitationForm,
    /// Offer to open a page (`elicitation.url`).
    ElicitationUrl,
    /// Run its model (`sampling`).
    Sampling,
    /// Run its model with tools (`sampling.tools`).
    SamplingTools,
    /// Give its model context from servers (`sampling.context`).
    SamplingContext,
    /// List the folders that the user works in (`roots`).
    Roots,
}

impl Capability {
    /// Every capability, in the order of the specification.
    pub(crate) const ALL: [Self; 6] = [
        Self::ElicitationForm,
        Self::ElicitationUrl,
        Self::Sampling,
        Self::SamplingTools,
        Self::SamplingContext,
        Self::Roots,
    ];

    /// The path of the capability in `clientCapabilities`: a name, and a name inside it.
    pub(crate) const fn path(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::ElicitationForm => ("elicitation", Some("form")),
            Self::ElicitationUrl => ("elicitation", Some("url")),
            Self::Sampling => ("sampling", None),
            Self::SamplingTools => ("sampling", Some("tools")),
            Self::SamplingContext => ("sampling", Some("context")),
            Self::Roots => ("roots", None),
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The capabilities that a client declared; on 2026-07-28 those of this request alone.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ClientCapabilities(u8);

impl ClientCapabilities {
    /// A client that can be asked nothing.
    pub const NONE: Self = Self(0);

    /// Whether the client declared `capability`.
    #[must_use]
    pub const fn supports(self, capability: Capability) -> bool {
        self.0 & capability.bit() != 0
    }

    /// These capabilities and one more.
    #[must_use]
    pub const fn with(self, capability: Capability) -> Self {
        Self(self.0 | capability.bit())
    }

    /// Reads the `clientCapabilities` object.
    ///
    /// `elicitation: {}` means forms only. Whatever else is in there is for somebody else.
    ///
    /// # Errors
    ///
    /// The path of the first member that has the wrong type.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let wire: Wire<'_> = object::read(text).map_err(|_| "it must be an object".to_owned())?;
        let mut found = Self::NONE;
        if let Some(raw) = wire.elicitation {
            let inner: Elicitation<'_> = inside(raw, "elicitation")?;
            let form = flag(inner.form, "elicitation.form")?;
            let url = flag(inner.url, "elicitation.url")?;
            found = found.when(form || !url, Capability::ElicitationForm);
            found = found.when(url, Capability::ElicitationUrl);
        }
        if let Some(raw) = wire.sampling {
            let inner: Sampling<'_> = inside(raw, "sampling")?;
            found = found.with(Capability::Sampling);
            found = found.when(flag(inner.tools, "sampling.tools")?, Capability::SamplingTools);
            found =
                found.when(flag(inner.context, "sampling.context")?, Capability::SamplingContext);
        }
        Ok(found.when(flag(wire.roots, "roots")?, Capability::Roots))
    }

    const fn when(self, condition: bool, capability: Capability) -> Self {
        if condition { self.with(capability) } else { self }
    }
}

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow, default)]
    elicitation: Option<&'a RawValue>,
    #[serde(borrow, default)]
    sampling: Option<&'a RawValue>,
    #[serde(borrow, default)]
    roots: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Elicitation<'a> {
    #[serde(borrow, default)]
    form: Option<&'a RawValue>,
    #[serde(borrow, default)]
    url: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Sampling<'a> {
    #[serde(borrow, default)]
    tools: Option<&'a RawValue>,
    #[serde(borrow, default)]
    context: Option<&'a RawValue>,
}

fn inside<'a, T: Deserialize<'a>>(raw: &'a RawValue, path: &str) -> Result<T, String> {
    object::read(raw.get()).map_err(|_| format!("`{path}` must be an object"))
}

fn flag(raw: Option<&RawValue>, path: &str) -> Result<bool, String> {
    match raw {
        None => Ok(false),
        Some(raw) if raw.get().starts_with('{') => Ok(true),
        Some(_) => Err(format!("`{path}` must be an object")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_the_specification_has_them() {
        use Capability::{ElicitationForm as Form, ElicitationUrl as Url};
        for (text, form, url) in [
            ("{}", false, false),
            (r#"{"elicitation":{}}"#, true, false),
            (r#"{"elicitation":{"form":{}}}"#, true, false),
            (r#"{"elicitation":{"url":{}}}"#, false, true),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true, true),
            (r#"{"elicitation":{"form":null,"url":{}}}"#, false, true),
            (r#"{"elicitation":null,"experimental":{"x":{}}}"#, false, false),
        ] {
            let found = ClientCapabilities::read(text).unwrap();
            assert_eq!((found.supports(Form), found.supports(Url)), (form, url), "{text}");
        }
    }

    #[test]
    fn sampling_and_roots_are_read_with_what_is_inside() {
        let found =
            ClientCapabilities::read(r#"{"sampling":{"tools":{}},"roots":{"listChanged":true}}"#)
                .unwrap();
        let has = Capability::ALL.map(|capability| found.supports(capability));
        assert_eq!(has, [false, false, true, true, false, true]);
    }

    #[test]
    fn a_wrong_type_is_named_by_its_path() {
        for (text, path) in [
            (r#"{"elicitation":true}"#, "`elicitation`"),
            (r#"{"elicitation":{"url":1}}"#, "`elicitation.url`"),
            (r#"{"sampling":{"tools":[]}}"#, "`sampling.tools`"),
            (r#"{"roots":[]}"#, "`roots`"),
        ] {
            assert!(ClientCapabilities::read(text).unwrap_err().contains(path), "{text}");
        }
        assert!(ClientCapabilities::read("[]").is_err());
    }
}
