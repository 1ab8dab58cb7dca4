//! One line of the journal in its exact bytes (spec chapter 11).
//!
//! What stands before `open` says who reported what and when, and commits to the parts in
//! `open` by salted digests; the digest of the line covers no more. So a part can be redacted
//! and the chain still holds.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::archive::ids::text_form;
use crate::archive::time::UtcTime;
use crate::digest::{Digest, read_hex, write_hex};
use crate::json;

/// What stands between the fields a line's digest covers and the digest itself.
const BEFORE_HASH: &[u8] = b",\"hash\":";

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Its changes are part of the state.
    Accepted,
    /// It changed nothing.
    Rejected,
}

/// One part of one line, by number of the line and place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId(pub u64, pub u64);

impl fmt::Display for PartId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "[{},{}]", self.0, self.1)
    }
}

/// A line of the journal: one report and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When it was decided, never before the line before it.
    pub time: UtcTime,
    /// The report's ID.
    pub id: String,
    /// Whose report it was.
    pub sender: String,
    /// The kind of the report.
    pub kind: String,
    /// What became of it.
    pub result: Outcome,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// The parts of earlier lines that it takes away.
    pub redacts: Vec<PartId>,
    /// A commitment to each part.
    pub parts: Vec<Digest>,
    /// Digest of the line before, zeros for the first.
    pub prev: Digest,
    /// Digest of this line before this field.
    pub hash: Digest,
    /// The parts: the first about the report as it came, each other one file of the state.
    pub open: Vec<Part>,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "PartForm")]
pub enum Part {
    /// Still there.
    Open {
        /// What keeps its digest from being guessed.
        salt: Salt,
        /// What it says.
        body: Body,
    },
    /// Taken away.
    Redacted {
        /// Number of the line that did.
        redacted: u64,
    },
}

/// What a part says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "BodyForm")]
pub enum Body {
    /// The report as it was taken in.
    Report {
        /// Its length in bytes.
        size: u64,
        /// Its digest, if it was accepted.
        sha256: Option<Digest>,
        /// The place in it that a rejection names, as a JSON pointer.
        at: Option<String>,
    },
    /// The new content of a file of the state.
    File {
        /// Where, relative to the archive.
        path: String,
        /// Digest of the text.
        sha256: Digest,
        /// The whole file.
        text: String,
    },
    /// The end of a file of the state.
    Gone {
        /// Where, relative to the archive.
        path: String,
        /// Always true.
        gone: bool,
    },
}

impl Body {
    /// The file it is about.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Report { .. } => None,
            Self::File { path, .. } | Self::Gone { path, .. } => Some(path),
        }
    }
}

/// 16 random bytes; 32 lower-case hex digits in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 16]);

impl Salt {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        read_hex(text).map(Self)
    }

    /// The digest by which a line commits to a part with this salt.
    pub fn commit(&self, body: &Body) -> Digest {
        Digest::of(&[&self.0, json::compact(body).as_bytes()].concat())
    }
}

impl fmt::Display for Salt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, out)
    }
}

text_form!(Salt, "salt");

/// What a new line says, before it is chained to the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub seq: u64,
    /// When it was decided.
    pub time: UtcTime,
    /// The report's ID.
    pub id: String,
    /// Whose report it was.
    pub sender: String,
    /// The kind of the report.
    pub kind: String,
    /// Why it was rejected; none if it was accepted.
    pub reason: Option<String>,
    /// The parts of earlier lines that it takes away.
    pub redacts: Vec<PartId>,
    /// The parts, each with its salt.
    pub parts: Vec<(Salt, Body)>,
}

impl Line {
    /// Chains an entry to the line with the digest `prev`.
    pub fn new(entry: Entry, prev: Digest) -> Self {
        let parts = entry.parts.iter().map(|(salt, body)| salt.commit(body)).collect();
        let open = entry.parts.into_iter().map(|(salt, body)| Part::Open { salt, body });
        let result = if entry.reason.is_none() { Outcome::Accepted } else { Outcome::Rejected };
        let mut line = Self {
            seq: entry.seq,
            time: entry.time,
            id: entry.id,
            sender: entry.sender,
            kind: entry.kind,
            result,
            reason: entry.reason,
            redacts: entry.redacts,
            parts,
            prev,
            hash: prev,
            open: open.collect(),
        };
        line.hash = hash_of(line.to_text().as_bytes());
        line
    }

    /// Reads a line without its newline. What is not, byte for byte, the serialization of the
    /// values it holds is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let line: Self = serde_json::from_str(text).ok()?;
        (line.to_text() == text).then_some(line)
    }

    /// The line in its exact bytes, without a newline.
    pub fn to_text(&self) -> String {
        json::compact(self)
    }
}

/// The digest that the `hash` of a line with these bytes must be: of all bytes before it. Quotes
/// within texts are escaped, so nothing before the field looks like it.
pub fn hash_of(bytes: &[u8]) -> Digest {
    let covered = memchr::memmem::find(bytes, BEFORE_HASH).unwrap_or(bytes.len());
    Digest::of(&bytes[..covered])
}

/// A part as it is read: whatever fields it has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartForm {
    salt: Option<Salt>,
    body: Option<Body>,
    redacted: Option<u64>,
}

impl TryFrom<PartForm> for Part {
    type Error = &'static str;

    fn try_from(form: PartForm) -> Result<Self, Self::Error> {
        match form {
            PartForm { salt: Some(salt), body: Some(body), redacted: None } => {
                Ok(Self::Open { salt, body })
            }
            PartForm { salt: None, body: None, redacted: Some(redacted) } => {
                Ok(Self::Redacted { redacted })
            }
            _ => Err("no part"),
        }
    }
}

/// A body as it is read: whatever fields it has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyForm {
    size: Option<u64>,
    sha256: Option<Digest>,
    at: Option<String>,
    path: Option<String>,
    text: Option<String>,
    gone: Option<bool>,
}

impl TryFrom<BodyForm> for Body {
    type Error = &'static str;

    /// A field too many would be missing when the line is written again, and so be noticed.
    fn try_from(form: BodyForm) -> Result<Self, Self::Error> {
        match form {
            BodyForm { size: Some(size), sha256, at, .. } => Ok(Self::Report { size, sha256, at }),
            BodyForm { path: Some(path), sha256: Some(sha256), text: Some(text), .. } => {
                Ok(Self::File { path, sha256, text })
            }
            BodyForm { path: Some(path), gone: Some(true), .. } => {
                Ok(Self::Gone { path, gone: true })
            }
            _ => Err("no body"),
        }
    }
}
