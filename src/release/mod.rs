//! What is written when: releases and the single derived files, all through `commit` (spec
//! chapter 6).
//!
//! Every writer goes the same way: take the lock, read one snapshot, derive what changes from
//! it, and commit only if the inputs are still the same.

mod init;
mod log;
mod version;

use crate::check;
use crate::commit::{Change, CommitError, Committed, Lock, commit};
use crate::derive;
use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::digest::Digest;
use crate::files::{FileError, Folder, HELD_LIMIT};
use crate::findings::Finding;
use crate::model::manifest;
use crate::storage::Io;
use crate::vault::layout;
use crate::vault::{self, Cover, Snapshot};

pub use init::init;
pub use log::{ACTIONS, LogEntry};
pub use version::Level;

/// One of the files that follow from the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DerivedFile {
    /// `INDEX.md`
    Index,
    /// `graph/graph.json`
    Graph,
}

/// A published release.
#[derive(Debug)]
pub struct Released {
    /// The new version.
    pub version: String,
    /// Pages, claims and so on.
    pub summary: check::Summary,
    /// What went wrong after it was published.
    pub unfinished: Option<CommitError>,
}

/// Publishes the content as the next release: index, graph, version, log and manifest, or
/// nothing at all. `today` is the day for the log.
pub fn release(root: &Folder, io: &Io, level: Level, today: &str) -> Result<Released, Findings> {
    let writer = Writer::start(root, io)?;
    let snapshot = &writer.snapshot;
    let validated = check::validate(snapshot);
    validated.require_valid()?;
    let vault = &validated.vault;
    let version = version::next(check::version(snapshot)?, level);
    let summary = validated.summary();
    let entry = log::release_entry(today, &version, summary, level);
    let mut changes = vec![
        writer.change(layout::INDEX, derive::index(vault)),
        writer.change(layout::GRAPH, derive::graph(vault)),
        writer.change(layout::VERSION, format!("{version}\n")),
    ];
    let manifest = writer.manifest(&changes);
    changes.push(writer.log_change(&entry)?);
    changes.push(writer.change(layout::MANIFEST, manifest));
    drop(validated);
    let done = writer.commit(changes, published)?;
    Ok(Released { version, summary, unfinished: done.unfinished })
}

/// Writes one derived file; the vault must be valid.
pub fn write_derived(root: &Folder, io: &Io, file: DerivedFile) -> Result<Committed, Findings> {
    let writer = Writer::start(root, io)?;
    let validated = check::validate(&writer.snapshot);
    validated.require_valid()?;
    let change = match file {
        DerivedFile::Index => writer.change(layout::INDEX, derive::index(&validated.vault)),
        DerivedFile::Graph => writer.change(layout::GRAPH, derive::graph(&validated.vault)),
    };
    drop(validated);
    writer.commit_one(change)
}

/// Writes the manifest of whatever is there, valid or not, unless something is unreviewed or
/// cannot be digested.
pub fn write_manifest(root: &Folder, io: &Io) -> Result<Committed, Findings> {
    let writer = Writer::start(root, io)?;
    require_clean(&writer.snapshot)?;
    let change = writer.change(layout::MANIFEST, writer.manifest(&[]));
    writer.commit(vec![change], |snapshot| check::manifest::check(snapshot).into_iter().collect())
}

/// Appends an entry to the log.
pub fn append_log(root: &Folder, io: &Io, entry: &LogEntry) -> Result<Committed, Findings> {
    let line = entry.line()?;
    let writer = Writer::start(root, io)?;
    let change = writer.log_change(&line)?;
    writer.commit_one(change)
}

/// Whether the log could be appended to right now.
pub fn can_append_log(root: &Folder, io: &Io) -> Result<(), Findings> {
    let writer = Writer::start(root, io)?;
    writer.log_change("")?;
    Ok(writer.lock.release()?)
}

/// Whether a manifest may be made or compared: nothing unreviewed lies in the tree, and
/// everything in it can be digested.
pub fn require_clean(snapshot: &Snapshot) -> Result<(), Findings> {
    let mut found = check::undigestible(snapshot);
    if !found.is_empty() {
        found.push(Diagnostic::general(Finding::ManifestQuarantine {}));
    }
    Findings(found).none()
}

/// Everything a release promises, judged on the tree as it then is.
fn published(snapshot: &Snapshot) -> Findings {
    let validated = check::validate(snapshot);
    let unreleased = check::unreleased(snapshot, &validated.vault);
    validated.errors().into_iter().chain(unreleased).collect()
}

/// A writer under its lock, with the one snapshot it works from.
struct Writer<'r> {
    root: &'r Folder,
    lock: Lock,
    snapshot: Snapshot,
}

impl<'r> Writer<'r> {
    fn start(root: &'r Folder, io: &Io) -> Result<Self, Findings> {
        let lock = Lock::acquire(root, io)?;
        let snapshot = vault::read(root)?;
        if [layout::SKILL, layout::TYPES].iter().all(|path| snapshot.file(path).is_none()) {
            // Some folder, named by mistake: nothing is written into it.
            let (path, reason) = (".".to_owned(), FileError::Missing.to_string());
            return Err(Finding::RootInvalid { path, reason }.into());
        }
        Ok(Self { root, lock, snapshot })
    }

    fn change(&self, path: &str, after: String) -> Change {
        let before = self.snapshot.file(path).map(|file| file.digest);
        Change { path: path.to_owned(), before, after: after.into_bytes() }
    }

    /// The log with one more line. Its bytes are taken as they are: line ends of older entries
    /// are not ours to change.
    fn log_change(&self, line: &str) -> Result<Change, Findings> {
        let before = self.snapshot.file(layout::LOG).map(|file| file.digest);
        let bytes = match self.root.read_file(layout::LOG, HELD_LIMIT) {
            Ok(bytes) => Some(bytes),
            Err(FileError::Missing) => None,
            Err(error) => {
                let reason = error.to_string();
                let place = Place::file(layout::LOG);
                return Err(Diagnostic::new(place, Finding::WriteTarget { reason }).into());
            }
        };
        Ok(Change { path: layout::LOG.to_owned(), before, after: log::appended(bytes, line) })
    }

    /// The manifest of the tree after some changes.
    fn manifest(&self, changes: &[Change]) -> String {
        let mut entries: Vec<(&str, Digest)> = self
            .snapshot
            .tracked()
            .filter(|file| !changes.iter().any(|change| change.path == file.path))
            .map(|file| (file.path.as_str(), file.digest))
            .collect();
        entries.extend(changes.iter().map(|change| (&*change.path, Digest::of(&change.after))));
        entries.sort_unstable();
        manifest::render(entries.into_iter())
    }

    /// Commits a change that depends on nothing else that could change meanwhile: that the file
    /// itself is what was read, the commit sees to.
    fn commit_one(self, change: Change) -> Result<Committed, Findings> {
        check::quarantined(&self.snapshot).collect::<Findings>().none()?;
        Ok(commit(self.lock, vec![change], || Ok(()), || Ok(()))?)
    }

    /// Commits if the inputs are what they were and `check` finds nothing in the result.
    fn commit(
        self,
        changes: Vec<Change>,
        check: impl FnOnce(&Snapshot) -> Findings,
    ) -> Result<Committed, Findings> {
        let Self { root, lock, snapshot } = self;
        let precommit = || -> Result<(), Findings> {
            let now = vault::read(root)?;
            check::quarantined(&now).collect::<Findings>().none()?;
            if inputs(&now) == inputs(&snapshot) {
                Ok(())
            } else {
                Err(Finding::WriteInputsChanged {}.into())
            }
        };
        let postcheck = || check(&vault::read(root)?).none();
        Ok(commit(lock, changes, precommit, postcheck)?)
    }
}

/// What a commit depends on: everything tracked but the derived files, and the log.
fn inputs(snapshot: &Snapshot) -> Vec<(&str, Option<Digest>)> {
    let is_input = |path: &str| path != layout::INDEX && path != layout::GRAPH;
    let files =
        snapshot.files.iter().filter(|file| file.cover != Cover::None || file.path == layout::LOG);
    let files = files.map(|file| (file.path.as_str(), Some(file.digest)));
    let irregular = snapshot.irregular.iter().map(|entry| (entry.path.as_str(), None));
    files.chain(irregular).filter(|(path, _)| is_input(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commit::{FOLDER, LOCK, LOCK_NEW};

    #[test]
    fn what_a_commit_leaves_in_the_root_is_no_content() {
        for name in [LOCK, LOCK_NEW, FOLDER] {
            assert!(!layout::is_tracked(name), "{name}");
            assert!(!layout::is_tracked(&format!("{name}/plan.json")), "{name}");
        }
    }
}
