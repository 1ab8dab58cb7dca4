//! `note`, and the core's own notes.

use std::fmt;

use super::{Accepted, Context, Write};
use crate::archive::layout::StatePath;
use crate::archive::report::NewNote;
use crate::archive::rights::CORE;
use crate::archive::state::{Note, StateFile};
use crate::archive::time::UtcTime;
use crate::digest::Digest;

pub(super) fn decide(note: &NewNote, context: &Context<'_>) -> Accepted {
    writing(context.seq, context.sender, note.text.clone())
}

/// What the core notes by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoreNote {
    /// These rights are in force from now on.
    Rights(Digest),
    /// An end that was never acknowledged was cut off.
    Cut {
        /// How many bytes.
        bytes: u64,
        /// When.
        time: UtcTime,
    },
}

impl CoreNote {
    /// The ID of the report that the line of this number is about.
    pub fn id(seq: u64) -> String {
        format!("core-note-{seq:09}")
    }

    /// What the line of this number changes.
    pub fn accepted(&self, seq: u64) -> Accepted {
        writing(seq, CORE, self.to_string())
    }
}

impl fmt::Display for CoreNote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rights(digest) => write!(out, "rights {digest}"),
            Self::Cut { bytes, time } => write!(out, "cut {bytes} bytes {time}"),
        }
    }
}

fn writing(seq: u64, sender: &str, text: String) -> Accepted {
    let note = Note { seq, sender: sender.to_owned(), text };
    Accepted::writing([Write::file(StatePath::Note(seq), note.to_text())])
}
