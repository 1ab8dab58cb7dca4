//! What sources, statements, topics and reports are called (spec chapter 11).
//!
//! IDs come from the journal, never from chance: what line 412 brings is `g412`, `i412`,
//! `412.1`. Each is read in exactly one form, the one it is written in.

use std::cmp::Ordering;
use std::fmt;

/// Reads and writes a type in JSON as the text of its `Display` and `parse`.
macro_rules! text_form {
    ($type:ty, $what:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                let error = || serde::de::Error::custom(concat!("no ", $what));
                Self::parse(&text).ok_or_else(error)
            }
        }
    };
}

pub(super) use text_form;

/// The largest number: every reader of JSON keeps it, and counting on from it does not overflow.
const LARGEST: u64 = (1 << 53) - 1;

/// Reads a number of a line or a part, from 1, without leading zeros.
pub(super) fn number(text: &str) -> Option<u64> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
    let number = if is_plain { text.parse().ok() } else { None };
    number.filter(|&number| number <= LARGEST)
}

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// What was said, in pieces.
    Conversation,
    /// A message or event a sensor brought.
    Item,
}

/// A source by the line that opened it: `g412`, `i412`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId {
    /// Number of the journal line.
    pub seq: u64,
    /// Conversation or item.
    pub kind: SourceKind,
}

impl SourceId {
    /// The conversation that line `seq` opened.
    pub fn conversation(seq: u64) -> Self {
        Self { seq, kind: SourceKind::Conversation }
    }

    /// The item that line `seq` brought.
    pub fn item(seq: u64) -> Self {
        Self { seq, kind: SourceKind::Item }
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_at_checked(1)? {
            ("g", seq) => Some(Self::conversation(number(seq)?)),
            ("i", seq) => Some(Self::item(number(seq)?)),
            _ => None,
        }
    }
}

impl fmt::Display for SourceId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SourceKind::Conversation => write!(out, "g{}", self.seq),
            SourceKind::Item => write!(out, "i{}", self.seq),
        }
    }
}

text_form!(SourceId, "source");

/// A statement by its line and its place in the report: `412.1`. Later ones compare greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId {
    /// Number of the journal line.
    pub seq: u64,
    /// Which statement of the report, from 1.
    pub k: u64,
}

impl StatementId {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        let (seq, k) = text.split_once('.')?;
        Some(Self { seq: number(seq)?, k: number(k)? })
    }
}

impl fmt::Display for StatementId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.seq, self.k)
    }
}

text_form!(StatementId, "statement");

/// What can be hidden: a source or a statement. Ordered by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkId {
    /// A source, and with it the statements that rest on it alone.
    Source(SourceId),
    /// One statement.
    Statement(StatementId),
}

impl MarkId {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        match SourceId::parse(text) {
            Some(source) => Some(Self::Source(source)),
            None => StatementId::parse(text).map(Self::Statement),
        }
    }

    fn numbers(&self) -> (u64, u64) {
        match self {
            Self::Source(source) => (source.seq, 0),
            Self::Statement(statement) => (statement.seq, statement.k),
        }
    }
}

impl Ord for MarkId {
    fn cmp(&self, other: &Self) -> Ordering {
        let kind = |id: &Self| match id {
            Self::Source(source) => Some(source.kind),
            Self::Statement(_) => None,
        };
        self.numbers().cmp(&other.numbers()).then_with(|| kind(self).cmp(&kind(other)))
    }
}

impl PartialOrd for MarkId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for MarkId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(source) => source.fmt(out),
            Self::Statement(statement) => statement.fmt(out),
        }
    }
}

text_form!(MarkId, "source or statement");

/// The longest name of a topic, area or sub-article in bytes.
const SLUG_BYTES: usize = 60;

/// Whether the text may name a topic, area or sub-article: lower-case letters and digits in
/// groups joined by single hyphens, at most 60 bytes.
pub fn is_slug(text: &str) -> bool {
    let is_group = |group: &str| {
        !group.is_empty() && group.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.len() <= SLUG_BYTES && text.split('-').all(is_group)
}

/// The name of a topic, `pumpen`, or of a sub-article one level below it, `pumpen/wartung`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicName(String);

impl TopicName {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = match text.split_once('/') {
            Some((topic, sub)) => is_slug(topic) && is_slug(sub),
            None => is_slug(text),
        };
        is_name.then(|| Self(text.to_owned()))
    }

    /// The sub-article of this name below a topic; none where either allows no such name.
    pub fn sub(&self, name: &str) -> Option<Self> {
        Self::parse(&format!("{self}/{name}"))
    }

    /// The topic above a sub-article.
    pub fn parent(&self) -> Option<Self> {
        self.0.split_once('/').map(|(topic, _)| Self(topic.to_owned()))
    }

    /// The text form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TopicName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

text_form!(TopicName, "topic");

/// The ID a sender gave a report, 16 to 64 characters; also the stem of its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReportId(String);

impl ReportId {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let is_id = (16..=64).contains(&text.len())
            && !text.starts_with('-')
            && text.bytes().all(|b| is_plain(b) || b == b'-');
        is_id.then(|| Self(text.to_owned()))
    }

    /// The text form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReportId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_in_the_form_they_are_written_in() {
        for text in ["g1", "i412", "4.1", "412.12"] {
            assert_eq!(MarkId::parse(text).map(|id| id.to_string()).as_deref(), Some(text));
        }
        for text in
            ["", "g", "g0", "g01", "G1", "x1", "gä", "1", "1.", ".1", "1.0", "1.+1", "1.1.1"]
        {
            assert_eq!(MarkId::parse(text), None, "{text}");
        }
        for text in ["g9007199254740992", "g99999999999999999999"] {
            assert_eq!(MarkId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn marks_are_ordered_by_number() {
        let mut marks = ["10.1", "g9", "4.2", "i4", "4.10"].map(|id| MarkId::parse(id).unwrap());
        marks.sort();
        assert_eq!(marks.map(|id| id.to_string()), ["i4", "4.2", "4.10", "g9", "10.1"]);
    }

    #[test]
    fn topics_have_one_level_below_them() {
        let sub = TopicName::parse("pumpen-2/wartung").unwrap();
        assert_eq!(sub.parent(), TopicName::parse("pumpen-2"));
        assert_eq!(TopicName::parse(&"a".repeat(60)).and_then(|topic| topic.parent()), None);
        for text in
            ["", "-a", "a-", "a--b", "A", "ä", "a b", "a/", "/a", "a/b/c", "..", "a/../b", "a.b"]
        {
            assert_eq!(TopicName::parse(text), None, "{text}");
        }
        assert_eq!(TopicName::parse(&"a".repeat(61)), None);
    }

    #[test]
    fn reports_are_named_by_16_to_64_plain_characters() {
        for text in ["20261130-0001-bde20182", &"a".repeat(16), &"a".repeat(64)] {
            assert!(ReportId::parse(text).is_some(), "{text}");
        }
        for text in [&"a".repeat(15), &"a".repeat(65), "-123456789012345", "1234567890123456.", ""]
        {
            assert_eq!(ReportId::parse(text), None, "{text}");
        }
    }
}
