//! Where everything lies in an archive (spec chapter 11).

use std::fmt;

use super::ids::{SourceId, SourceKind, StatementId, TopicName, number};

/// The largest report in bytes.
pub const REPORT_BYTES: u64 = 4 << 20;

/// The longest line of a conversation in bytes; a longer one is kept as a marker.
pub const LINE_BYTES: usize = 1 << 20;

/// The folder of the journal's segments.
pub const JOURNAL: &str = "journal";

/// Statements lie in folders of this many lines of the journal.
const STATEMENTS_PER_FOLDER: u64 = 1000;

/// The name of the segment whose first line has this number.
pub fn segment_name(first: u64) -> String {
    format!("{first:09}.jsonl")
}

/// The number of the first line of the segment with this name.
pub fn segment_first(name: &str) -> Option<u64> {
    let first = number(name.strip_suffix(".jsonl")?.trim_start_matches('0'))?;
    (segment_name(first) == name).then_some(first)
}

/// A file of the state: `sources/` and `record/` hold these and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StatePath {
    /// A piece of a conversation, or the stub it became.
    Piece {
        /// Year of the line that opened the conversation.
        year: u16,
        /// Number of that line.
        seq: u64,
        /// Which piece, from 1.
        piece: u64,
    },
    /// An item, or the stub it became.
    Item {
        /// Year of the line that brought it.
        year: u16,
        /// Number of that line.
        seq: u64,
    },
    /// A statement.
    Statement(StatementId),
    /// What belongs to a topic.
    Topic(TopicName),
    /// What is hidden.
    Marks,
    /// A note, by its line.
    Note(u64),
    /// How far a source was read.
    Progress(SourceId),
    /// What was forgotten.
    Forgotten,
}

impl StatePath {
    /// The file of a piece; an item is one piece.
    pub fn source(year: u16, source: SourceId, piece: u64) -> Self {
        match source.kind {
            SourceKind::Conversation => Self::Piece { year, seq: source.seq, piece },
            SourceKind::Item => Self::Item { year, seq: source.seq },
        }
    }

    /// The source a piece or an item belongs to.
    pub fn source_id(&self) -> Option<SourceId> {
        match *self {
            Self::Piece { seq, .. } => Some(SourceId::conversation(seq)),
            Self::Item { seq, .. } => Some(SourceId::item(seq)),
            _ => None,
        }
    }

    /// Reads a path relative to the archive; one that matches no pattern is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let path = Self::read(text)?;
        (path.to_string() == text).then_some(path)
    }

    /// Reads a path, one with other padding or in another folder too.
    fn read(text: &str) -> Option<Self> {
        let (folder, rest) = text.split_once('/')?;
        match (folder, rest) {
            ("record", "marks.json") => return Some(Self::Marks),
            ("record", "forgotten.jsonl") => return Some(Self::Forgotten),
            ("record" | "sources", _) => {}
            _ => return None,
        }
        let (kind, rest) = rest.split_once('/')?;
        match kind {
            "conversations" => Self::read_piece(rest.strip_suffix(".md")?),
            "items" => {
                let (year, item) = rest.strip_suffix(".md")?.split_once('/')?;
                Some(Self::Item { year: year.parse().ok()?, seq: SourceId::parse(item)?.seq })
            }
            "statements" => {
                let (_, statement) = rest.strip_suffix(".json")?.split_once('/')?;
                StatementId::parse(statement).map(Self::Statement)
            }
            "topics" => TopicName::parse(rest.strip_suffix(".json")?).map(Self::Topic),
            "notes" => number(rest.strip_suffix(".json")?).map(Self::Note),
            "progress" => SourceId::parse(rest.strip_suffix(".json")?).map(Self::Progress),
            _ => None,
        }
    }

    fn read_piece(rest: &str) -> Option<Self> {
        let (year, rest) = rest.split_once('/')?;
        let (conversation, piece) = rest.split_once('/')?;
        let seq = SourceId::parse(conversation)?.seq;
        let piece = number(piece.trim_start_matches('0'))?;
        Some(Self::Piece { year: year.parse().ok()?, seq, piece })
    }
}

impl fmt::Display for StatePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece { year, seq, piece } => {
                write!(out, "sources/conversations/{year:04}/g{seq}/{piece:04}.md")
            }
            Self::Item { year, seq } => write!(out, "sources/items/{year:04}/i{seq}.md"),
            Self::Statement(id) => {
                write!(out, "record/statements/{}/{id}.json", id.seq / STATEMENTS_PER_FOLDER)
            }
            Self::Topic(topic) => write!(out, "record/topics/{topic}.json"),
            Self::Marks => out.write_str("record/marks.json"),
            Self::Note(seq) => write!(out, "record/notes/{seq}.json"),
            Self::Progress(source) => write!(out, "record/progress/{source}.json"),
            Self::Forgotten => out.write_str("record/forgotten.jsonl"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read_in_exactly_its_form() {
        for path in [
            "sources/conversations/2026/g412/0001.md",
            "sources/conversations/2026/g412/12345.md",
            "sources/items/0999/i9.md",
            "record/statements/0/4.2.json",
            "record/statements/12/12999.10.json",
            "record/topics/pumpen.json",
            "record/topics/pumpen/wartung.json",
            "record/marks.json",
            "record/notes/1.json",
            "record/progress/i9.json",
            "record/forgotten.jsonl",
        ] {
            assert_eq!(StatePath::parse(path).map(|path| path.to_string()).as_deref(), Some(path));
        }
    }

    #[test]
    fn everything_else_is_no_path_of_the_state() {
        for path in [
            "",
            "record",
            "record/",
            "record/x.json",
            "sources/marks.json",
            "sources/topics/pumpen.json",
            "record/items/2026/i9.md",
            "sources/items/2026/g9.md",
            "sources/items/26/i9.md",
            "sources/items/+026/i9.md",
            "sources/conversations/2026/i4/0001.md",
            "sources/conversations/2026/g4/1.md",
            "sources/conversations/2026/g4/0000.md",
            "sources/conversations/2026/g4/00001.md",
            "sources/conversations/2026/g4/0001.md/x",
            "record/statements/1/4.2.json",
            "record/statements/00/4.2.json",
            "record/topics/../marks.json",
            "record/topics/a/b/c.json",
            "record/notes/0.json",
            "record/progress/4.2.json",
            "/record/marks.json",
            "record//marks.json",
            "journal/000000001.jsonl",
        ] {
            assert_eq!(StatePath::parse(path), None, "{path}");
        }
    }

    #[test]
    fn segments_are_named_by_their_first_line() {
        assert_eq!(segment_name(9), "000000009.jsonl");
        assert_eq!(segment_first("000000009.jsonl"), Some(9));
        assert_eq!(segment_first("1234567890.jsonl"), Some(1_234_567_890));
        for name in ["9.jsonl", "000000000.jsonl", "000000009.json", "0000000009.jsonl", ".jsonl"] {
            assert_eq!(segment_first(name), None, "{name}");
        }
    }
}
