//! The times of the journal.

use std::fmt;

use super::ids::text_form;
use crate::text::values::is_timestamp;

/// A moment in UTC with milliseconds, `2026-11-30T08:15:00.123Z`. Later ones compare greater.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(String);

impl UtcTime {
    /// Reads the text form; any other form of a time is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_exact = text.len() == "2026-11-30T08:15:00.123Z".len() && text.ends_with('Z');
        (is_exact && is_timestamp(text)).then(|| Self(text.to_owned()))
    }

    /// The calendar day, `2026-11-30`.
    pub fn day(&self) -> &str {
        &self.0[..10]
    }

    /// The year, `2026`.
    pub fn year(&self) -> u16 {
        self.0[..4].parse().unwrap_or_default()
    }
}

impl fmt::Display for UtcTime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

text_form!(UtcTime, "a time of the journal");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_utc_with_milliseconds_is_a_time_of_the_journal() {
        let time = UtcTime::parse("2026-11-30T08:15:00.123Z").unwrap();
        assert_eq!((time.day(), time.year()), ("2026-11-30", 2026));
        for text in [
            "2026-11-30T08:15:00Z",
            "2026-11-30T08:15:00.12Z",
            "2026-02-30T08:15:00.123Z",
            "2026-11-30T08:15+01:00Z",
            "2026-11-30T08:15:00.1234",
        ] {
            assert_eq!(UtcTime::parse(text), None, "{text}");
        }
    }
}
