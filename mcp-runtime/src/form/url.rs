//! Form fields of the `url` crate.

use url::Url;

use super::types::written_as;

written_as!(Uri: Url, |text| Url::parse(text).ok(), |url| url.to_string());
