//! Statements: a dated sentence with the places it comes from.

use serde::{Deserialize, Serialize};

use super::file::JsonFile;
use crate::archive::ids::{SourceId, StatementId};

/// A statement as its file has it, never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its ID.
    pub id: StatementId,
    /// The calendar day it is about.
    pub date: String,
    /// The sentence.
    pub text: String,
    /// Where it comes from, at least one place.
    pub evidence: Vec<Evidence>,
    /// Earlier statements that it takes the place of.
    pub replaces: Vec<StatementId>,
}

impl JsonFile for Statement {}

/// A place in a source with words that stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The source.
    pub source: SourceId,
    /// First line.
    pub from: u64,
    /// Last line.
    pub to: u64,
    /// Words from these lines.
    pub quote: String,
}

impl Evidence {
    /// Whether it cites any line from `from` to `to` of a source.
    pub fn touches(&self, source: SourceId, from: u64, to: u64) -> bool {
        self.source == source && self.from <= to && from <= self.to
    }
}
