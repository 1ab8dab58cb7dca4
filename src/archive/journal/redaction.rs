//! Taking parts of lines away: the chain holds, the line says who did it (spec chapter 11).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::damage::{Damage, RedactionFault};
use super::line::{Line, Outcome, Part, PartId};
use super::segment;

/// The kind of the lines that may take parts away.
pub(super) const FORGET: &str = "forget";

/// Which parts are taken away, and by which line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redactions(BTreeMap<PartId, u64>);

impl Redactions {
    /// The line that takes the part away.
    pub fn by(&self, part: PartId) -> Option<u64> {
        self.0.get(&part).copied()
    }

    /// All parts with the line that takes each away.
    pub fn iter(&self) -> impl Iterator<Item = (PartId, u64)> {
        self.0.iter().map(|(&part, &by)| (part, by))
    }

    /// Takes note of what a line lists; returns what it may not list. `has_part` says whether an
    /// earlier line has a part.
    pub fn list(&mut self, line: &Line, has_part: impl Fn(PartId) -> bool) -> Vec<Damage> {
        let may_redact = line.kind == FORGET && line.result == Outcome::Accepted;
        let mut list = |part: PartId| {
            if !may_redact {
                return Err(RedactionFault::NoForget);
            }
            if part.0 >= line.seq || !has_part(part) {
                return Err(RedactionFault::NotEarlier);
            }
            match self.0.entry(part) {
                Entry::Vacant(free) => Ok(*free.insert(line.seq)),
                Entry::Occupied(_) => Err(RedactionFault::Again),
            }
        };
        let faults = line.redacts.iter().filter_map(|&part| Some((part, list(part).err()?)));
        faults.map(|(part, fault)| Damage::Redaction { seq: line.seq, part, fault }).collect()
    }

    /// The line without the parts that are listed; none if none of them is still there.
    pub fn apply(&self, mut line: Line) -> Option<Line> {
        let mut is_changed = false;
        for (at, part) in (0..).zip(&mut line.open) {
            let by = self.by(PartId(line.seq, at));
            if let (Part::Open { .. }, Some(redacted)) = (&part, by) {
                *part = Part::Redacted { redacted };
                is_changed = true;
            }
        }
        is_changed.then_some(line)
    }

    /// The bytes of a segment without the listed parts; none if nothing changes.
    ///
    /// Whoever calls it has verified the journal: what is no line stays as it is.
    pub fn rewrite(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (lines, rest) = segment::lines(bytes);
        let (mut written, mut is_changed) = (Vec::with_capacity(bytes.len()), false);
        for bytes in lines {
            match segment::parse(bytes).and_then(|line| self.apply(line)) {
                Some(line) => {
                    written.extend_from_slice(line.to_text().as_bytes());
                    is_changed = true;
                }
                None => written.extend_from_slice(bytes),
            }
            written.push(b'\n');
        }
        written.extend_from_slice(rest);
        is_changed.then_some(written)
    }
}
