//! From a decision to the entry of its line.

use super::{Accepted, Rejected};
use crate::archive::journal::{Body, Entry, Line, Outcome, Part, Salt};
use crate::archive::time::UtcTime;
use crate::digest::Digest;

/// A report as it was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Whose it is.
    pub sender: String,
    /// The ID its line has.
    pub id: String,
    /// The kind its line has.
    pub kind: String,
    /// Its length in bytes.
    pub size: u64,
    /// Its digest; none of the core's own notes.
    pub sha256: Option<Digest>,
}

/// The entry with which the line of a number and time says what became of a report. The same
/// report, state, number, time and salts give the same bytes.
pub fn record(
    seq: u64,
    time: &UtcTime,
    taken: &Taken,
    decision: Result<Accepted, Rejected>,
    mut salt: impl FnMut() -> Salt,
) -> Entry {
    let (accepted, rejected) = match decision {
        Ok(accepted) => (accepted, None),
        Err(rejected) => (Accepted::default(), Some(rejected)),
    };
    let report = Body::Report {
        size: taken.size,
        sha256: taken.sha256.filter(|_| rejected.is_none()),
        at: rejected.as_ref().and_then(|rejected| rejected.at.clone()),
    };
    let files = accepted.writes.into_iter().map(|write| {
        let path = write.path.to_string();
        match write.text {
            Some(text) => Body::File { path, sha256: Digest::of(text.as_bytes()), text },
            None => Body::Gone { path, gone: true },
        }
    });
    Entry {
        seq,
        time: time.clone(),
        id: taken.id.clone(),
        sender: taken.sender.clone(),
        kind: taken.kind.clone(),
        reason: rejected.map(|rejected| rejected.reason.to_string()),
        redacts: accepted.redacts,
        parts: [report].into_iter().chain(files).map(|body| (salt(), body)).collect(),
    }
}

/// What a report means whose ID a line of its sender has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The line is about it: nothing is left to do.
    Done,
    /// The line is about another report.
    Reused,
}

/// Compares a report with the line that has its ID. Where the line no longer tells the bytes, the
/// ID alone decides.
pub fn seen(line: &Line, sha256: Digest) -> Seen {
    match line.open.first() {
        Some(Part::Open { body: Body::Report { sha256: Some(accepted), .. }, .. })
            if line.result == Outcome::Accepted && *accepted != sha256 =>
        {
            Seen::Reused
        }
        _ => Seen::Done,
    }
}
