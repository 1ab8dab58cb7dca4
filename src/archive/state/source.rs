//! Files of sources: pieces, items, and the stubs they become when they are forgotten.

use std::fmt::Write;

use super::file::StateFile;
use super::line::{Role, SourceLine};
use super::piece::{Block, Piece};
use crate::archive::ids::{SourceId, SourceKind, number};
use crate::text::whitespace::trim;

/// The longest value of a frontmatter or heading in characters.
const VALUE_CHARS: usize = 4096;

/// Whether a text may stand as a value in a frontmatter or in the heading of a message: one line
/// without control characters, no separator of headings, no outer blanks, not what stands for
/// nothing.
pub fn is_value(text: &str) -> bool {
    !text.is_empty()
        && text != "-"
        && trim(text) == text
        && !text.contains(" · ")
        && !text.contains(char::is_control)
        && text.chars().take(VALUE_CHARS + 1).count() <= VALUE_CHARS
}

/// What a sensor brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The item.
    pub item: SourceId,
    /// The sensor's own ID of it.
    pub key: String,
    /// Its title.
    pub title: String,
    /// When it was sent or takes place.
    pub time: String,
    /// Where it comes from.
    pub origin: String,
    /// Its text, line by line, at least one.
    pub lines: Vec<SourceLine>,
}

impl StateFile for Item {
    fn to_text(&self) -> String {
        let mut text = format!(
            "---\nitem: {}\nkey: {}\ntitle: {}\ntime: {}\norigin: {}\n---\n\n",
            self.item, self.key, self.title, self.time, self.origin
        );
        numbered(&mut text, 1, &self.lines);
        text
    }

    fn read(text: &str) -> Option<Self> {
        let ([item, key, title, time, origin], body) = header(text, ITEM_KEYS)?;
        let body = body.strip_prefix('\n')?.strip_suffix('\n')?;
        Some(Self {
            item: SourceId::parse(item)?,
            key: key.to_owned(),
            title: title.to_owned(),
            time: time.to_owned(),
            origin: origin.to_owned(),
            lines: body.split('\n').map(read_line).collect::<Option<_>>()?,
        })
    }
}

const ITEM_KEYS: [&str; 5] = ["item", "key", "title", "time", "origin"];

/// What is left of a source that was forgotten as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stub {
    /// The source.
    pub source: SourceId,
    /// The line that forgot it.
    pub forgotten: u64,
}

impl StateFile for Stub {
    fn to_text(&self) -> String {
        match self.source.kind {
            SourceKind::Conversation => format!(
                "---\nconversation: {}\npiece: 1\nforgotten: {}\n---\n",
                self.source, self.forgotten
            ),
            SourceKind::Item => {
                format!("---\nitem: {}\nforgotten: {}\n---\n", self.source, self.forgotten)
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (source, forgotten) = match header(text, ["item", "forgotten"]) {
            Some(([item, forgotten], _)) => (item, forgotten),
            None => {
                let ([source, _, forgotten], _) =
                    header(text, ["conversation", "piece", "forgotten"])?;
                (source, forgotten)
            }
        };
        Some(Self { source: SourceId::parse(source)?, forgotten: number(forgotten)? })
    }
}

/// A file of a source, whichever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceFile {
    /// A piece of a conversation.
    Piece(Piece),
    /// An item.
    Item(Item),
    /// Either, forgotten.
    Stub(Stub),
}

impl SourceFile {
    /// Its lines in order.
    pub fn lines(&self) -> Vec<Numbered<'_>> {
        let (first, lines): (u64, Vec<_>) = match self {
            Self::Piece(piece) => (piece.from, piece.blocks.iter().flat_map(spoken).collect()),
            Self::Item(item) => (1, item.lines.iter().map(|line| (true, line)).collect()),
            Self::Stub(_) => (1, Vec::new()),
        };
        let numbered = |(number, (is_person, line))| Numbered { number, is_person, line };
        (first..).zip(lines).map(numbered).collect()
    }
}

/// The lines of a message, each with whether a person says it.
fn spoken(block: &Block) -> impl Iterator<Item = (bool, &SourceLine)> {
    block.lines.iter().map(|line| (block.role == Role::Person, line))
}

/// A line of a source with what is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbered<'a> {
    /// Its number in the source.
    pub number: u64,
    /// Whether it is a person's or an item's.
    pub is_person: bool,
    /// The line.
    pub line: &'a SourceLine,
}

impl StateFile for SourceFile {
    fn to_text(&self) -> String {
        match self {
            Self::Piece(piece) => piece.to_text(),
            Self::Item(item) => item.to_text(),
            Self::Stub(stub) => stub.to_text(),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let piece = || Piece::read(text).map(Self::Piece);
        let item = || Item::read(text).map(Self::Item);
        let stub = || Stub::read(text).map(Self::Stub);
        piece().or_else(item).or_else(stub)
    }
}

/// The values of a frontmatter that has exactly these keys in this order, and what follows it.
pub(super) fn header<'a, const N: usize>(
    text: &'a str,
    keys: [&str; N],
) -> Option<([&'a str; N], &'a str)> {
    let mut rest = text.strip_prefix("---\n")?;
    let mut values = [""; N];
    for (value, key) in values.iter_mut().zip(keys) {
        let (line, after) = rest.split_once('\n')?;
        *value = line.strip_prefix(key)?.strip_prefix(": ")?;
        rest = after;
    }
    Some((values, rest.strip_prefix("---\n")?))
}

/// Writes numbered lines; returns the number after the last.
pub(super) fn numbered(text: &mut String, first: u64, lines: &[SourceLine]) -> u64 {
    let mut number = first;
    for line in lines {
        let mark = if line.said().is_some() { '|' } else { '!' };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{number:>6}{mark} {line}");
        number += 1;
    }
    number
}

/// Reads a numbered line; its number is that of its place.
pub(super) fn read_line(line: &str) -> Option<SourceLine> {
    let rest = line.trim_start_matches(' ').trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix("| ") {
        Some(text) => Some(SourceLine::Text(text.to_owned())),
        None => SourceLine::read_marker(rest.strip_prefix("! ")?),
    }
}
