//! Pieces: the part of a conversation that one report brought, legible and not to be forged from
//! inside (spec chapter 11).

use std::fmt::Write;

use super::file::StateFile;
use super::line::{Role, SourceLine};
use super::source::{header, numbered, read_line};
use crate::archive::ids::{SourceId, number};

/// A piece of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The conversation.
    pub conversation: SourceId,
    /// Which piece of it, from 1.
    pub piece: u64,
    /// The tool it was held in.
    pub tool: String,
    /// The tool's own ID of the conversation.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The number of the first line.
    pub from: u64,
    /// The messages, each with its lines.
    pub blocks: Vec<Block>,
}

/// A message of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// When it was said.
    pub time: Option<String>,
    /// By whom.
    pub role: Role,
    /// Their name.
    pub name: Option<String>,
    /// The tool's own ID of the message.
    pub reference: Option<String>,
    /// What was said, line by line, at least one.
    pub lines: Vec<SourceLine>,
}

/// Stands where a message has no time, name or ID.
const ABSENT: &str = "-";

/// Parts what stands in the heading of a message.
const SEPARATOR: &str = " · ";

impl Piece {
    /// The number of the last line.
    pub fn to(&self) -> u64 {
        let lines: usize = self.blocks.iter().map(|block| block.lines.len()).sum();
        (self.from + lines as u64).saturating_sub(1)
    }
}

/// The keys of the frontmatter, in order.
const KEYS: [&str; 6] = ["conversation", "piece", "tool", "key", "title", "lines"];

impl StateFile for Piece {
    fn to_text(&self) -> String {
        let mut text = format!(
            "---\nconversation: {}\npiece: {}\ntool: {}\nkey: {}\ntitle: {}\nlines: {}-{}\n---\n\n",
            self.conversation,
            self.piece,
            self.tool,
            self.key,
            self.title,
            self.from,
            self.to()
        );
        let mut next = self.from;
        for block in &self.blocks {
            let of = |value: &Option<String>| value.as_deref().unwrap_or(ABSENT).to_owned();
            let heading = [
                of(&block.time),
                block.role.name().to_owned(),
                of(&block.name),
                of(&block.reference),
            ];
            // Writing to a string does not fail.
            let _ = writeln!(text, "## {}", heading.join(SEPARATOR));
            next = numbered(&mut text, next, &block.lines);
        }
        text
    }

    fn read(text: &str) -> Option<Self> {
        let ([conversation, piece, tool, key, title, lines], body) = header(text, KEYS)?;
        let (from, _) = lines.split_once('-')?;
        Some(Self {
            conversation: SourceId::parse(conversation)?,
            piece: number(piece)?,
            tool: tool.to_owned(),
            key: key.to_owned(),
            title: title.to_owned(),
            from: number(from)?,
            blocks: read_blocks(body.strip_prefix('\n')?)?,
        })
    }
}

fn read_blocks(body: &str) -> Option<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in body.strip_suffix('\n')?.split('\n') {
        match line.strip_prefix("## ") {
            Some(heading) => blocks.push(read_heading(heading)?),
            None => blocks.last_mut()?.lines.push(read_line(line)?),
        }
    }
    Some(blocks)
}

fn read_heading(heading: &str) -> Option<Block> {
    let parts: Vec<_> = heading.split(SEPARATOR).collect();
    let [time, role, name, reference] = parts.try_into().ok()?;
    let of = |value: &str| (value != ABSENT).then(|| value.to_owned());
    Some(Block {
        time: of(time),
        role: Role::parse(role)?,
        name: of(name),
        reference: of(reference),
        lines: Vec::new(),
    })
}
