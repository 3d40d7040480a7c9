//! Form fields of the `email_address` crate.

use email_address::EmailAddress;

use super::types::written_as;

written_as!(Email: EmailAddress, |text| text.parse().ok(), |address| address.to_string());
