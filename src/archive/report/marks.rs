//! `hide`, `restore` and `forget`.

use super::ReadBody;
use crate::archive::fields::{Misfit, Object, Read, fits, parsed, plain, positive, text_that};
use crate::archive::ids::{MarkId, TopicName};
use crate::json::Node;

/// The longest code of confirmation in characters.
const CONFIRM_CHARS: usize = 64;

/// Something to hide or to bring back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkChange {
    /// A source or statement.
    pub id: MarkId,
}

impl ReadBody for MarkChange {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["id"], &[])?;
        Ok(Self { id: body.get("id", parsed(MarkId::parse))? })
    }
}

/// Something to forget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forget {
    /// A source, a statement or a topic.
    pub id: String,
    /// The first and last line, of a source only; none for the whole.
    pub lines: Option<(u64, u64)>,
    /// The code that says its reach is known.
    pub confirm: String,
}

impl ReadBody for Forget {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["id", "confirm"], &["from", "to"])?;
        let is_id = |id: &str| MarkId::parse(id).is_some() || TopicName::parse(id).is_some();
        let id = body.get("id", text_that(is_id))?;
        let from = body.optional("from", positive)?;
        let to = body.optional("to", positive)?;
        let lines = match (from, to) {
            (None, None) => None,
            (Some(from), Some(to)) => {
                let has_lines = matches!(MarkId::parse(&id), Some(MarkId::Source(_)));
                Some(body.get("to", |_| fits(from <= to && has_lines, (from, to)))?)
            }
            _ => return Err(Misfit::here()),
        };
        Ok(Self { id, lines, confirm: body.get("confirm", plain(CONFIRM_CHARS))? })
    }
}
