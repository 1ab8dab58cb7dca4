//! Lines of sources: text, or a marker in the place of one (spec chapter 11).

use std::fmt::{self, Write};

use crate::archive::ids::number;

/// Who says a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A human.
    Person,
    /// A model.
    Assistant,
    /// A program the model called.
    Tool,
    /// Whatever is around them.
    System,
}

impl Role {
    const ALL: [Self; 4] = [Self::Person, Self::Assistant, Self::Tool, Self::System];

    /// Its name in reports and pieces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::System => "system",
        }
    }

    /// The role of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// What a marker stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Omission {
    /// What a model asked a tool.
    ToolCall,
    /// What a tool answered.
    ToolOutput,
    /// What a model thought.
    Thinking,
    /// A picture.
    Image,
    /// A file that came with a message.
    Attachment,
    /// A line of text that is too long to be kept.
    LongLine,
}

impl Omission {
    const ALL: [Self; 6] = [
        Self::ToolCall,
        Self::ToolOutput,
        Self::Thinking,
        Self::Image,
        Self::Attachment,
        Self::LongLine,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::ToolCall => "tool_call",
            Self::ToolOutput => "tool_output",
            Self::Thinking => "thinking",
            Self::Image => "image",
            Self::Attachment => "attachment",
            Self::LongLine => "long_line",
        }
    }

    /// The omission of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|omission| omission.name() == name)
    }

    /// Its word in a marker.
    fn word(self) -> &'static str {
        match self {
            Self::ToolCall => "Werkzeugaufruf",
            Self::ToolOutput => "Werkzeugausgabe",
            Self::Thinking => "Nachdenken",
            Self::Image => "Bild",
            Self::Attachment => "Anhang",
            Self::LongLine => "Überlänge",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|omission| omission.word() == word)
    }
}

/// A line of a source. As text it is what was said, or the words of its marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceLine {
    /// What was said, byte for byte.
    Text(String),
    /// A block that was not kept.
    Omitted {
        /// What it was.
        what: Omission,
        /// How long it was.
        bytes: u64,
    },
    /// A line that was forgotten, by the line of the journal that did.
    Forgotten(u64),
}

const OMITTED: &str = "[weggelassen: ";
const BYTES: &str = " Byte]";
const FORGOTTEN: &str = "[vergessen: ";

impl SourceLine {
    /// What was said, if it was kept.
    pub fn said(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Omitted { .. } | Self::Forgotten(_) => None,
        }
    }

    /// Reads the words of a marker.
    pub(super) fn read_marker(text: &str) -> Option<Self> {
        if let Some(seq) = text.strip_prefix(FORGOTTEN) {
            return number(seq.strip_suffix(']')?).map(Self::Forgotten);
        }
        let (word, bytes) = text.strip_prefix(OMITTED)?.strip_suffix(BYTES)?.split_once(", ")?;
        let bytes = bytes.replace(' ', "").parse().ok()?;
        Some(Self::Omitted { what: Omission::of_word(word)?, bytes })
    }
}

impl fmt::Display for SourceLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => out.write_str(text),
            Self::Omitted { what, bytes } => {
                write!(out, "{OMITTED}{}, {}{BYTES}", what.word(), Thousands(*bytes))
            }
            Self::Forgotten(seq) => write!(out, "{FORGOTTEN}{seq}]"),
        }
    }
}

/// The title of a source whose own was forgotten with its lines.
pub fn forgotten_title(seq: u64) -> String {
    SourceLine::Forgotten(seq).to_string()
}

/// Whether a title is what stands in the place of a forgotten one.
pub fn is_forgotten_title(title: &str) -> bool {
    matches!(SourceLine::read_marker(title), Some(SourceLine::Forgotten(_)))
}

/// A number with a blank between its thousands.
struct Thousands(u64);

impl fmt::Display for Thousands {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.write_char(' ')?;
            }
            out.write_char(digit)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_as_they_are_written() {
        let omitted = |bytes| SourceLine::Omitted { what: Omission::ToolOutput, bytes };
        for (marker, text) in [
            (omitted(48_212), "[weggelassen: Werkzeugausgabe, 48 212 Byte]"),
            (omitted(0), "[weggelassen: Werkzeugausgabe, 0 Byte]"),
            (omitted(1_234_567), "[weggelassen: Werkzeugausgabe, 1 234 567 Byte]"),
            (SourceLine::Forgotten(57), "[vergessen: 57]"),
        ] {
            assert_eq!(marker.to_string(), text);
            assert_eq!(SourceLine::read_marker(text), Some(marker));
        }
        for omission in Omission::ALL {
            assert_eq!(Omission::parse(omission.name()), Some(omission));
            assert_eq!(Omission::of_word(omission.word()), Some(omission));
        }
        for text in ["", "[vergessen: 0]", "[vergessen: x]", "[weggelassen: Anderes, 1 Byte]"] {
            assert_eq!(SourceLine::read_marker(text), None, "{text}");
        }
    }
}
