//! `conversation.append`: the next lines of a conversation.

use super::ReadBody;
use crate::archive::fields::{
    Misfit, Object, Read, digest, fits, integer, list, number, parsed, positive, text_that, time,
};
use crate::archive::layout::LINE_BYTES;
use crate::archive::state::{ITEM_TOOL, Omission, Role, SourceLine, is_value};
use crate::digest::Digest;
use crate::json::Node;

/// The next lines of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The tool it was held in.
    pub tool: String,
    /// The tool's own ID of it.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The number its first line is to get.
    pub from: u64,
    /// How many lines the sender counted.
    pub kept: i64,
    /// How much the sender left out, by reason.
    pub omitted: Vec<i64>,
    /// Digest of the lines that are held, as the sender knows them.
    pub base: Option<Digest>,
    /// What was said.
    pub messages: Vec<Message>,
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The tool's own ID of it.
    pub reference: Option<String>,
    /// When it was said.
    pub time: Option<String>,
    /// By whom.
    pub role: Role,
    /// Their name.
    pub name: Option<String>,
    /// What was said.
    pub content: Content,
}

/// What was said in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text, one line or more.
    Text(String),
    /// A block that the sender did not keep.
    Omitted {
        /// What it was.
        what: Omission,
        /// How long it was.
        bytes: u64,
    },
}

impl Content {
    /// Its lines as they are kept: n line feeds part n + 1 lines, and a line that is too long is a
    /// marker.
    pub fn lines(&self) -> Vec<SourceLine> {
        match self {
            Self::Text(text) => text.split('\n').map(kept).collect(),
            Self::Omitted { what, bytes } => {
                vec![SourceLine::Omitted { what: *what, bytes: *bytes }]
            }
        }
    }
}

/// A line of text as it is kept.
pub(super) fn kept(line: &str) -> SourceLine {
    if line.len() > LINE_BYTES {
        SourceLine::Omitted { what: Omission::LongLine, bytes: line.len() as u64 }
    } else {
        SourceLine::Text(line.to_owned())
    }
}

impl ReadBody for Append {
    fn read(body: Node<'_>) -> Read<Self> {
        let required = ["tool", "key", "title", "from", "kept", "omitted", "messages"];
        let body = Object::read(body, &required, &["base"])?;
        Ok(Self {
            // Items go by this name among the keys of sources.
            tool: body.get("tool", text_that(|tool| is_value(tool) && tool != ITEM_TOOL))?,
            key: body.get("key", text_that(is_value))?,
            title: body.get("title", text_that(is_value))?,
            from: body.get("from", positive)?,
            kept: body.get("kept", integer)?,
            omitted: body.get("omitted", omitted)?,
            base: body.optional("base", digest)?,
            messages: body.get("messages", |messages| list(messages, message))?,
        })
    }
}

fn omitted(node: Node<'_>) -> Read<Vec<i64>> {
    Object::all(node, |reason, node| fits(is_value(reason), ()).and_then(|()| integer(node)))
}

fn message(node: Node<'_>) -> Read<Message> {
    let optional = ["ref", "time", "name", "text", "omitted"];
    let message = Object::read(node, &["role"], &optional)?;
    let text = message.optional("text", text_that(|text| !text.is_empty()))?;
    let omitted = message.optional("omitted", |node| {
        let omitted = Object::read(node, &["what", "bytes"], &[])?;
        let what = omitted.get("what", parsed(Omission::parse))?;
        Ok(Content::Omitted { what, bytes: omitted.get("bytes", number)? })
    })?;
    let content = match (text, omitted) {
        (Some(text), None) => Content::Text(text),
        (None, Some(omitted)) => omitted,
        _ => return Err(Misfit::here()),
    };
    Ok(Message {
        reference: message.optional("ref", text_that(is_value))?,
        time: message.optional("time", time)?,
        role: message.get("role", parsed(Role::parse))?,
        name: message.optional("name", text_that(is_value))?,
        content,
    })
}
