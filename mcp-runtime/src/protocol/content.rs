//! Pieces of content (`ContentBlock`).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// One piece of what a tool gives back: text, a picture, a sound, or a resource.
///
/// ```
/// use mcp_runtime::Content;
///
/// let reply = vec![Content::text("Here it is:"), Content::image(b"\x89PNG", "image/png")];
/// assert_eq!(reply[0].as_text(), Some("Here it is:"));
/// ```
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(Text),
    /// A picture.
    Image(Media),
    /// A sound; from 2025-03-26 on.
    Audio(Media),
    /// A resource that can be read later; from 2025-06-18 on.
    ResourceLink(ResourceLink),
    /// A resource, contents included.
    Resource(Embedded),
}

/// Text content.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Text {
    /// The text.
    pub text: String,
    /// Whom it is for, and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// A picture or a sound.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Media {
    /// The bytes, in standard base64.
    pub data: String,
    /// What the bytes are, for example `image/png`.
    pub mime_type: String,
    /// Whom it is for, and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// A pointer to a resource.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// Where the resource is.
    pub uri: String,
    /// Its name, for programs.
    pub name: String,
    /// Its name, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What its bytes are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Its size in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Whom it is for, and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// A resource inside a result.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Embedded {
    /// The resource's contents.
    pub resource: ResourceContents,
    /// Whom it is for, and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// What is in a resource: text or bytes.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceContents {
    /// Where the resource is.
    pub uri: String,
    /// What its bytes are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text, of a resource that is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes in standard base64, of a resource that is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

/// Hints for whoever shows content.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// Whom the content is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// How much it matters, from 0 (may be left out) to 1 (needed).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// When it last changed, in ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// Who speaks, or is spoken to.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Content {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(Text { text: text.into(), annotations: None })
    }

    /// A picture, from its bytes.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Image(Media::new(bytes, mime_type))
    }

    /// A sound, from its bytes.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio(Media::new(bytes, mime_type))
    }

    /// A pointer to a resource.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink(ResourceLink {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            annotations: None,
        })
    }

    /// A resource, contents included.
    #[must_use]
    pub fn resource(resource: ResourceContents) -> Self {
        Self::Resource(Embedded { resource, annotations: None })
    }

    /// The text, if this is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(&text.text),
            _ => None,
        }
    }

    /// This content, with hints for whoever shows it.
    #[must_use]
    pub fn annotated(mut self, hints: Annotations) -> Self {
        let place = match &mut self {
            Self::Text(text) => &mut text.annotations,
            Self::Image(media) | Self::Audio(media) => &mut media.annotations,
            Self::ResourceLink(link) => &mut link.annotations,
            Self::Resource(embedded) => &mut embedded.annotations,
        };
        *place = Some(hints);
        self
    }
}

impl Media {
    fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self { data: STANDARD.encode(bytes), mime_type: mime_type.into(), annotations: None }
    }
}

impl ResourceContents {
    /// A resource that is text.
    pub fn text(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            text: Some(text.into()),
            blob: None,
        }
    }

    /// A resource that is not text, from its bytes.
    pub fn blob(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        bytes: impl AsRef<[u8]>,
    ) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            text: None,
            blob: Some(STANDARD.encode(bytes)),
        }
    }
}

impl Annotations {
    /// Hints that say nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whom the content is for.
    #[must_use]
    pub fn audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// How much the content matters, from 0 to 1; values outside are brought inside.
    #[must_use]
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority.clamp(0.0, 1.0));
        self
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}
