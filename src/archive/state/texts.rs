//! Files of sources that were read for a decision or a derived file.

use std::collections::BTreeMap;

use super::source::{Numbered, SourceFile};
use crate::archive::ids::SourceId;
use crate::digest::{Digest, Hasher};

/// Files of sources, by source and piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts(pub BTreeMap<(SourceId, u64), SourceFile>);

impl Texts {
    /// A file.
    pub fn file(&self, source: SourceId, piece: u64) -> Option<&SourceFile> {
        self.0.get(&(source, piece))
    }

    /// All files of a source that were read.
    pub fn files(&self, source: SourceId) -> impl Iterator<Item = (u64, &SourceFile)> {
        let of_source = self.0.range((source, 0)..=(source, u64::MAX));
        of_source.map(|((_, piece), file)| (*piece, file))
    }

    /// The lines `from` to `to` of a source, as far as their files were read.
    pub fn lines(&self, source: SourceId, from: u64, to: u64) -> Vec<Numbered<'_>> {
        let lines = self.files(source).flat_map(|(_, file)| file.lines());
        lines.filter(|line| (from..=to).contains(&line.number)).collect()
    }

    /// The digest of all lines of a source, joined by line feeds, markers as their words: by it a
    /// sender and the core know that they mean the same text.
    pub fn digest(&self, source: SourceId) -> Digest {
        let mut hasher = Hasher::default();
        for (at, line) in self.files(source).flat_map(|(_, file)| file.lines()).enumerate() {
            if at > 0 {
                hasher.update(b"\n");
            }
            hasher.update(line.line.to_string().as_bytes());
        }
        hasher.finish()
    }
}
