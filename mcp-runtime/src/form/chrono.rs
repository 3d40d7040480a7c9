//! Form fields of the `chrono` crate.

use chrono::{DateTime, FixedOffset, NaiveDate, SecondsFormat, Utc};

use super::types::written_as;

written_as!(Date: NaiveDate, |text| text.parse().ok(), |date| date.to_string());
written_as!(
    DateTime: DateTime<FixedOffset>,
    |text| DateTime::parse_from_rfc3339(text).ok(),
    |moment| moment.to_rfc3339_opts(SecondsFormat::AutoSi, true)
);
written_as!(
    DateTime: DateTime<Utc>,
    |text| DateTime::parse_from_rfc3339(text).ok().map(|moment| moment.to_utc()),
    |moment| moment.to_rfc3339_opts(SecondsFormat::AutoSi, true)
);
