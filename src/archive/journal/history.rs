//! Which parts of which lines still hold a version of a file.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Body, Line, Part, PartId};
use super::redaction::{FORGET, Redactions};

/// For every file, the parts that hold a version of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    versions: BTreeMap<String, Vec<PartId>>,
    /// Lines whose first part is about a report that brought text.
    reports: BTreeSet<u64>,
}

impl History {
    /// Takes the next line. Parts that are to be taken away do not count.
    pub fn take(&mut self, line: &Line, redactions: &Redactions) {
        for (at, part) in (0..).zip(&line.open) {
            let id = PartId(line.seq, at);
            let Part::Open { body, .. } = part else { continue };
            if redactions.by(id).is_some() {
                continue;
            }
            match body {
                // Of what is forgotten the report that forgot it says only where it was.
                Body::Report { .. } if line.kind == FORGET => {}
                Body::Report { .. } => {
                    self.reports.insert(line.seq);
                }
                Body::File { path, .. } => {
                    self.versions.entry(path.clone()).or_default().push(id);
                }
                Body::Gone { .. } => {}
            }
        }
    }

    /// The parts that hold a version of a file.
    pub fn versions(&self, path: &str) -> &[PartId] {
        self.versions.get(path).map_or(&[], Vec::as_slice)
    }

    /// The part about the report of a line, if it is still there and the report brought text.
    pub fn report(&self, seq: u64) -> Option<PartId> {
        self.reports.contains(&seq).then_some(PartId(seq, 0))
    }
}
