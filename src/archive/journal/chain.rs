//! Walking all lines of a journal and naming what does not fit (spec chapter 11).

use std::collections::BTreeSet;

use super::damage::{ChainFault, Damage, PartFault, RedactionFault};
use super::line::{Body, Line, Part, PartId, hash_of};
use super::redaction::Redactions;
use super::segment;
use crate::archive::findings::Finding;
use crate::archive::layout::{JOURNAL, StatePath, segment_first};
use crate::archive::time::UtcTime;
use crate::diagnostic::{Diagnostic, Place};
use crate::digest::Digest;

/// The end of a journal: with it noted elsewhere, cutting the end shows too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Number of the last line, 0 where there is none.
    pub seq: u64,
    /// Its digest, zeros where there is none.
    pub hash: Digest,
}

impl Head {
    /// Where a journal begins.
    pub const START: Self = Self { seq: 0, hash: Digest::ZERO };
}

/// What was found in a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The last line that fits.
    pub head: Head,
    /// What does not fit, by line.
    pub damage: Vec<Damage>,
    /// Parts that are listed and still there, with the line that lists them: a start takes them
    /// away.
    pub unfinished: Vec<(PartId, u64)>,
    /// How many bytes at the end were never acknowledged: a start cuts them off.
    pub torn: usize,
    /// What is taken away by which line.
    pub redactions: Redactions,
}

impl Verified {
    /// What is said about it: nothing of a journal that is whole.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let about = |finding| Diagnostic::new(Place::file(JOURNAL), finding);
        let unfinished = self
            .unfinished
            .iter()
            .map(|&(part, by)| about(Finding::JournalUnfinished { seq: part.0, part: part.1, by }));
        let (seq, bytes) = (self.head.seq + 1, self.torn as u64);
        let torn = (bytes > 0).then(|| about(Finding::JournalTorn { seq, bytes }));
        self.damage.iter().map(Damage::diagnostic).chain(unfinished).chain(torn).collect()
    }
}

/// Walks the segments of a journal in their order.
#[derive(Debug)]
pub struct Verifier {
    head: Head,
    time: Option<UtcTime>,
    /// How many parts each line has.
    parts: Vec<u64>,
    /// Parts that are gone, with the line they name.
    gone: Vec<(PartId, u64)>,
    redactions: Redactions,
    damage: Vec<Damage>,
    /// Bytes behind the last line of the last segment.
    torn: usize,
    /// Whether a line did not follow: then nothing after it is judged.
    is_broken: bool,
}

impl Default for Verifier {
    fn default() -> Self {
        Self {
            head: Head::START,
            time: None,
            parts: Vec::new(),
            gone: Vec::new(),
            redactions: Redactions::default(),
            damage: Vec::new(),
            torn: 0,
            is_broken: false,
        }
    }
}

impl Verifier {
    /// Takes a segment that others follow, and hands over each line that fits.
    pub fn segment(&mut self, name: &str, bytes: &[u8], each: impl FnMut(Line)) {
        self.whole_lines(name, bytes, each);
    }

    /// Takes the last segment: its end may be torn.
    pub fn last_segment(&mut self, name: &str, bytes: &[u8], each: impl FnMut(Line)) {
        self.torn = segment::torn_bytes(bytes);
        self.whole_lines(name, &bytes[..bytes.len() - self.torn], each);
    }

    /// What was found. `in_hand` says whether a report is held or staged: without one, a torn end
    /// is damage, for it may have been acknowledged.
    pub fn finish(mut self, in_hand: bool) -> Verified {
        if self.torn > 0 && !in_hand {
            self.broken(ChainFault::Cut(self.torn));
            self.torn = 0;
        }
        self.judge_gone();
        self.damage.sort_by_key(Damage::seq);
        let gone: BTreeSet<_> = self.gone.iter().map(|(part, _)| *part).collect();
        let unfinished = self.redactions.iter().filter(|(part, _)| !gone.contains(part)).collect();
        Verified {
            head: self.head,
            damage: self.damage,
            unfinished,
            torn: self.torn,
            redactions: self.redactions,
        }
    }

    fn whole_lines(&mut self, name: &str, bytes: &[u8], mut each: impl FnMut(Line)) {
        if !self.is_broken && segment_first(name) != Some(self.head.seq + 1) {
            self.broken(ChainFault::Segment);
        }
        let (lines, rest) = segment::lines(bytes);
        for bytes in lines {
            if self.is_broken {
                return;
            }
            if let Some(line) = self.line(bytes) {
                each(line);
            }
        }
        if !rest.is_empty() {
            self.broken(ChainFault::Unreadable);
        }
    }

    /// Judges a line; returns it if it follows from the one before it.
    fn line(&mut self, bytes: &[u8]) -> Option<Line> {
        let Some(line) = segment::parse(bytes) else {
            self.broken(ChainFault::Unreadable);
            return None;
        };
        if let Err(fault) = self.follows(&line, bytes) {
            self.broken(fault);
            return None;
        }
        self.judge_parts(&line);
        let has_part = |PartId(seq, at): PartId| {
            let line = seq.checked_sub(1).and_then(|at| usize::try_from(at).ok());
            line.and_then(|line| self.parts.get(line)).is_some_and(|&parts| at < parts)
        };
        self.damage.extend(self.redactions.list(&line, has_part));
        self.parts.push(line.parts.len() as u64);
        self.head = Head { seq: line.seq, hash: line.hash };
        self.time = Some(line.time.clone());
        Some(line)
    }

    fn follows(&self, line: &Line, bytes: &[u8]) -> Result<(), ChainFault> {
        if line.seq != self.head.seq + 1 {
            return Err(ChainFault::Number(line.seq));
        }
        if line.prev != self.head.hash {
            return Err(ChainFault::Prev);
        }
        if line.hash != hash_of(bytes) {
            return Err(ChainFault::Hash);
        }
        if self.time.as_ref().is_some_and(|before| line.time < *before) {
            return Err(ChainFault::Time);
        }
        Ok(())
    }

    fn broken(&mut self, fault: ChainFault) {
        if !self.is_broken {
            self.damage.push(Damage::Chain { seq: self.head.seq + 1, fault });
        }
        self.is_broken = true;
    }

    fn judge_parts(&mut self, line: &Line) {
        let is_whole = !line.parts.is_empty() && line.parts.len() == line.open.len();
        if !is_whole {
            let part = PartId(line.seq, line.open.len().min(line.parts.len()) as u64);
            self.damage.push(Damage::Part { part, fault: PartFault::Count });
        }
        let mut path_before = "";
        for ((at, committed), part) in (0..).zip(&line.parts).zip(&line.open) {
            let id = PartId(line.seq, at);
            match part {
                Part::Redacted { redacted } => self.gone.push((id, *redacted)),
                Part::Open { salt, body } => {
                    let fault = if salt.commit(body) == *committed {
                        fault_of(body, at, path_before)
                    } else {
                        Some(PartFault::Commitment)
                    };
                    self.damage.extend(fault.map(|fault| Damage::Part { part: id, fault }));
                    self.damage.extend(path_damage(line.seq, body));
                    path_before = body.path().unwrap_or(path_before);
                }
            }
        }
    }

    /// Parts that are gone must be listed by the line they name, unless that one was not reached.
    fn judge_gone(&mut self) {
        let was_reached = |by: u64| !self.is_broken || by <= self.head.seq;
        let unlisted = self
            .gone
            .iter()
            .filter(|(part, by)| self.redactions.by(*part) != Some(*by) && was_reached(*by));
        self.damage.extend(unlisted.map(|&(part, by)| Damage::Redaction {
            seq: part.0,
            part,
            fault: RedactionFault::Unlisted(by),
        }));
    }
}

/// What is wrong with a part that fits its commitment.
fn fault_of(body: &Body, at: u64, path_before: &str) -> Option<PartFault> {
    match body {
        Body::Report { .. } if at == 0 => None,
        Body::File { path, .. } | Body::Gone { path, .. } if at > 0 => {
            if path.as_str() <= path_before {
                return Some(PartFault::Order);
            }
            match body {
                Body::File { sha256, text, .. } if Digest::of(text.as_bytes()) != *sha256 => {
                    Some(PartFault::Digest)
                }
                _ => None,
            }
        }
        _ => Some(PartFault::Kind),
    }
}

fn path_damage(seq: u64, body: &Body) -> Option<Damage> {
    let path = body.path().filter(|path| StatePath::parse(path).is_none())?;
    Some(Damage::Path { seq, path: path.to_owned() })
}
