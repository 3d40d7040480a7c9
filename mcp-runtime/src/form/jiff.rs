//! Form fields of the `jiff` crate.

use jiff::{Timestamp, civil::Date};

use super::types::written_as;

written_as!(Date: Date, |text| text.parse().ok(), |date| date.to_string());
written_as!(DateTime: Timestamp, |text| text.parse().ok(), |moment| moment.to_string());
