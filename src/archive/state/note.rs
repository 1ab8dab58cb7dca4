//! Notes.

use serde::{Deserialize, Serialize};

use super::file::JsonFile;

/// A note, of a sender or of the core itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Number of its line.
    pub seq: u64,
    /// Whose it is.
    pub sender: String,
    /// What it says.
    pub text: String,
}

impl JsonFile for Note {}
