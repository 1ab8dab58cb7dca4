//! `note`: a sentence for the record.

use super::ReadBody;
use crate::archive::fields::{Object, Read, plain};
use crate::json::Node;

/// The longest note in characters.
const NOTE_CHARS: usize = 500;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNote {
    /// What it says.
    pub text: String,
}

impl ReadBody for NewNote {
    fn read(body: Node<'_>) -> Read<Self> {
        let body = Object::read(body, &["text"], &[])?;
        Ok(Self { text: body.get("text", plain(NOTE_CHARS))? })
    }
}
