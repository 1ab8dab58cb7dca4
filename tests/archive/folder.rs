//! Archives as folders: the segments and files a pure verification is given.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use vault::archive::journal::{Damage, Fold, Line, Verified, Verifier};
use vault::diagnostic::Diagnostic;
use vault::digest::Digest;

/// The recorded archives.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/archive-format")
}

/// An archive in memory.
pub struct Archive {
    /// The segments by name.
    pub segments: BTreeMap<String, Vec<u8>>,
    /// The files of the state by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Whether a report is held or staged.
    pub in_hand: bool,
}

impl Archive {
    pub fn read(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        for folder in ["sources", "record"] {
            collect(root, folder, &mut files);
        }
        let mut journal = BTreeMap::new();
        collect(root, "journal", &mut journal);
        let name = |path: String| path.trim_start_matches("journal/").to_owned();
        let segments = journal.into_iter().map(|(path, bytes)| (name(path), bytes)).collect();
        let mut hand = BTreeMap::new();
        collect(root, "core", &mut hand);
        Self { segments, files, in_hand: !hand.is_empty() }
    }

    /// What is found in the journal, and its lines.
    pub fn verify(&self) -> (Verified, Vec<Line>) {
        let (mut verifier, mut lines) = (Verifier::default(), Vec::new());
        let last = self.segments.keys().next_back().unwrap();
        for (name, bytes) in &self.segments {
            if name == last {
                verifier.last_segment(name, bytes, |line| lines.push(line));
            } else {
                verifier.segment(name, bytes, |line| lines.push(line));
            }
        }
        (verifier.finish(self.in_hand), lines)
    }

    /// All that is found, in the journal and, where that is whole, in the files.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let (verified, lines) = self.verify();
        let mut found = verified.diagnostics();
        if verified.damage.is_empty() {
            let fold = fold(lines, &verified);
            found.extend(fold.compare(&self.digests()).iter().map(Damage::diagnostic));
        }
        found
    }

    pub fn digests(&self) -> BTreeMap<String, Digest> {
        self.files.iter().map(|(path, bytes)| (path.clone(), Digest::of(bytes))).collect()
    }
}

/// The state after lines.
pub fn fold(lines: impl IntoIterator<Item = Line>, verified: &Verified) -> Fold {
    let mut fold = Fold::default();
    lines.into_iter().for_each(|line| fold.apply(line, &verified.redactions));
    fold
}

fn collect(root: &Path, folder: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path, fs::read(entry.path()).unwrap());
        }
    }
}
