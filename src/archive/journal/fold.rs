//! The state as a fold over the parts of the lines (spec chapter 11). It knows no kinds of
//! reports: what an earlier or later program wrote gives the same files.

use std::collections::{BTreeMap, BTreeSet};

use super::damage::{Damage, StateFault};
use super::line::{Body, Line, Part, PartId};
use super::redaction::Redactions;
use crate::digest::Digest;

/// The files of a state by their paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fold {
    /// Path relative to the archive, and what is there.
    pub files: BTreeMap<String, File>,
    /// How many files of lines were taken away and so left out.
    pub skipped: u64,
}

/// A file of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Digest of the text.
    pub digest: Digest,
    /// The whole file.
    pub text: String,
}

impl Fold {
    /// Adds what a line changed. A part that is to be taken away counts as gone, though it be
    /// there still.
    pub fn apply(&mut self, line: Line, redactions: &Redactions) {
        for (at, part) in (0..).zip(line.open) {
            match part {
                Part::Open { body, .. } if redactions.by(PartId(line.seq, at)).is_none() => {
                    self.write(body);
                }
                _ if at > 0 => self.skipped += 1,
                _ => {}
            }
        }
    }

    fn write(&mut self, body: Body) {
        match body {
            Body::Report { .. } => {}
            Body::File { path, sha256, text } => {
                self.files.insert(path, File { digest: sha256, text });
            }
            Body::Gone { path, .. } => {
                self.files.remove(&path);
            }
        }
    }

    /// How files differ from this state, given by path and digest; sorted by path.
    pub fn compare(&self, files: &BTreeMap<String, Digest>) -> Vec<Damage> {
        let paths: BTreeSet<_> = self.files.keys().chain(files.keys()).collect();
        paths.into_iter().filter_map(|path| self.difference(path, files)).collect()
    }

    fn difference(&self, path: &str, files: &BTreeMap<String, Digest>) -> Option<Damage> {
        let fault = match (self.files.get(path), files.get(path)) {
            (Some(file), Some(digest)) if file.digest == *digest => return None,
            (Some(_), Some(_)) => StateFault::Differs,
            (Some(_), None) => StateFault::Missing,
            (None, _) => StateFault::Unknown,
        };
        Some(Damage::State { path: path.to_owned(), fault })
    }
}
