//! The commit: replacing several files, all or none.

use std::collections::BTreeSet;

use super::error::Damage;
use super::lock::Lock;
use super::plan::{Plan, Target, Version, is_allowed, new_name, old_name};
use super::restore::{Parents, Restore, clean_up, unusable};
use super::{COMMITTED, CommitError, FOLDER, RECORD, RECORD_NEW};
use crate::digest::Digest;
use crate::files::FileError;
use crate::storage::{
    Action, Dir, FILE_MODE, FOLDER_MODE, Failed, FileBytes, Io, Refusal, StorageError, optional,
    split,
};

/// A file and what it is to become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Path relative to the root.
    pub path: String,
    /// Digest of what the caller read there; `None` if there was nothing.
    pub before: Option<Digest>,
    /// The new content.
    pub after: Vec<u8>,
}

/// A commit that happened.
#[derive(Debug)]
pub struct Committed {
    /// The files that were replaced; those that already were what they should be are not.
    pub paths: Vec<String>,
    /// Why cleaning up failed, if it did: the new state stands, and `recover` ends the rest.
    pub unfinished: Option<CommitError>,
}

/// Replaces the files in their order, all or none, and gives up the lock.
///
/// `precommit` is asked when everything is prepared and nothing replaced yet, `postcheck` when
/// everything is replaced and can still be taken back; both see the folder as it is then. An
/// error of either, or any failure before the commit point, ends in the old state without lock
/// or staging folder. Only [`CommitError::RecoveryRequired`] leaves them.
pub fn commit<E>(
    lock: Lock,
    changes: Vec<Change>,
    precommit: impl FnOnce() -> Result<(), E>,
    postcheck: impl FnOnce() -> Result<(), E>,
) -> Result<Committed, Refusal<E, CommitError>> {
    let mut job = Job::new(&lock);
    let done = job.run(changes, precommit, postcheck);
    let paths = job.plan.paths();
    let Err(refusal) = done else {
        let unfinished = match job.finish() {
            Ok(()) => lock.release().err(),
            Err(error) => Some(lock.abandon(error)),
        };
        return Ok(Committed { paths, unfinished });
    };
    let undone = job.undo();
    match lock.withdraw(undone) {
        Ok(()) => Err(refusal),
        Err(reason) => {
            let cause = match refusal {
                Refusal::Failed(error) => Some(error),
                Refusal::Check(_) => None,
            };
            Err(reason.instead_of(cause).into())
        }
    }
}

/// What was at a target's place before, and what is to be there.
struct Contents {
    old: Option<FileBytes>,
    new: Vec<u8>,
}

/// A commit at work, and how far it got.
struct Job<'a> {
    lock: &'a Lock,
    io: &'a Io,
    root: &'a Dir,
    parents: Parents,
    plan: Plan,
    contents: Vec<Contents>,
    /// The staging folder exists.
    staged: bool,
    /// So many of the plan's folders exist.
    folders: usize,
    /// So many replacements were begun.
    tried: usize,
    /// So many succeeded.
    replaced: usize,
    /// The commit point was tried.
    marked: bool,
}

impl<'a> Job<'a> {
    fn new(lock: &'a Lock) -> Self {
        Self {
            lock,
            io: &lock.io,
            root: &lock.root,
            parents: Parents::new(),
            plan: Plan::new(Vec::new(), Vec::new()),
            contents: Vec::new(),
            staged: false,
            folders: 0,
            tried: 0,
            replaced: 0,
            marked: false,
        }
    }

    /// Steps 1 to 7.
    fn run<E>(
        &mut self,
        changes: Vec<Change>,
        precommit: impl FnOnce() -> Result<(), E>,
        postcheck: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), Refusal<E, CommitError>> {
        self.check(changes)?;
        if self.plan.targets.is_empty() {
            precommit().map_err(Refusal::Check)?;
            return postcheck().map_err(Refusal::Check);
        }
        self.stage()?;
        precommit().map_err(Refusal::Check)?;
        self.lock.verify()?;
        self.make_folders()?;
        self.replace()?;
        self.read_back()?;
        postcheck().map_err(Refusal::Check)?;
        self.read_back()?;
        self.lock.verify()?;
        Ok(self.mark()?)
    }

    /// Step 1: every target is what the caller read, and can be replaced.
    fn check(&mut self, changes: Vec<Change>) -> Result<(), CommitError> {
        let mut seen = BTreeSet::new();
        for change in changes {
            if !is_allowed(&change.path) || !seen.insert(change.path.clone()) {
                return Err(
                    StorageError::Target { path: change.path, source: FileError::Path }.into()
                );
            }
            self.add(change)?;
        }
        Ok(())
    }

    fn add(&mut self, change: Change) -> Result<(), CommitError> {
        let Change { path, before, after } = change;
        let (parent, name) = split(&path);
        self.hold(parent)?;
        let old = match self.parents.get(parent) {
            None => None,
            Some(dir) => self.io.read(dir, name).map_err(unusable)?,
        };
        if let Some(FileBytes { stat, .. }) = &old
            && stat.links != 1
        {
            return Err(
                StorageError::Target { path, source: FileError::HardLinked(stat.links) }.into()
            );
        }
        let version = old.as_ref().map(|old| Version { sha256: old.digest(), mode: old.stat.mode });
        if version.map(|version| version.sha256) != before {
            return Err(StorageError::TargetChanged { path }.into());
        }
        let sha256 = Digest::of(&after);
        if before != Some(sha256) {
            let mode = version.map_or(FILE_MODE, |version| version.mode);
            let new = Version { sha256, mode };
            self.plan.targets.push(Target { path, old: version, new });
            self.contents.push(Contents { old, new: after });
        }
        Ok(())
    }

    /// Holds a folder and those above it, or records that they are to be made.
    fn hold(&mut self, parent: &str) -> Result<(), CommitError> {
        let ends = parent.match_indices('/').map(|(end, _)| end).chain([parent.len()]);
        for folder in [""].into_iter().chain(ends.map(|end| &parent[..end])) {
            let missing = self.plan.folders.iter().any(|known| known == folder);
            if missing || self.parents.contains_key(folder) {
                continue;
            }
            match optional(self.io.open_folder(self.root, folder)).map_err(unusable)? {
                Some(dir) => _ = self.parents.insert(folder.to_owned(), dir),
                None => self.plan.folders.push(folder.to_owned()),
            }
        }
        Ok(())
    }

    /// Steps 2 and 3: everything needed to go forward or back is on the medium, the record last.
    fn stage(&mut self) -> Result<(), CommitError> {
        self.io.make_folder(self.root, FOLDER)?;
        self.staged = true;
        let staging = &self.staging()?;
        for (index, (target, contents)) in self.plan.targets.iter().zip(&self.contents).enumerate()
        {
            self.io.put(staging, &new_name(index), &contents.new, target.new.mode)?;
            if let Some(old) = &contents.old {
                self.io.put(staging, &old_name(index), &old.bytes, old.stat.mode)?;
            }
        }
        self.io.sync_folder(staging)?;
        let record = self.plan.to_json().map_err(|_| CommitError::Record {
            path: staging.join(RECORD),
            reason: Damage::Shape,
        })?;
        self.io.put(staging, RECORD_NEW, &record, FILE_MODE)?;
        self.io.rename((staging, RECORD_NEW), (staging, RECORD), Action::Rename)?;
        self.io.sync_folder(staging)?;
        Ok(self.io.sync_folder(self.root)?)
    }

    fn staging(&self) -> Result<Dir, Failed> {
        self.io.open_folder(self.root, FOLDER)
    }

    /// Step 5, first half: missing parents. The record names them already, so whoever takes
    /// the commit back knows of them.
    fn make_folders(&mut self) -> Result<(), CommitError> {
        for path in &self.plan.folders {
            let (parent, name) = split(path);
            let Some(dir) = self.parents.get(parent) else { continue };
            self.io.make_folder(dir, name)?;
            self.folders += 1;
            let made = self.io.open_folder(dir, name)?;
            self.io.set_mode(path, made.folder.as_file(), FOLDER_MODE)?;
            self.io.sync_folder(dir)?;
            self.parents.insert(path.clone(), made);
        }
        Ok(())
    }

    /// Step 5: replaces every target, checked once more right before.
    fn replace(&mut self) -> Result<(), CommitError> {
        let staging = self.staging()?;
        for index in 0..self.plan.targets.len() {
            let (dir, name) = self.recheck(index)?;
            let action = match self.contents[index].old {
                Some(_) => Action::Rename,
                None => Action::RenameNew,
            };
            let tried = self.io.rename((&staging, &new_name(index)), (dir, name), action);
            self.tried += 1;
            tried?;
            self.replaced += 1;
        }
        for dir in self.parents.values() {
            self.io.sync_folder(dir)?;
        }
        Ok(())
    }

    /// The target still is the very file that was copied, in the very folder that is held.
    fn recheck(&self, index: usize) -> Result<(&Dir, &str), CommitError> {
        let path = &self.plan.targets[index].path;
        let changed = || CommitError::from(StorageError::TargetChanged { path: path.clone() });
        let (parent, name) = split(path);
        let now = self.io.open_folder(self.root, parent).map_err(unusable)?;
        let held = self.parents.get(parent).filter(|held| held.identity == now.identity);
        let dir = held.ok_or_else(changed)?;
        let found = self.io.read(dir, name).map_err(unusable)?;
        let same = match (&found, &self.contents[index].old) {
            (None, None) => true,
            (Some(found), Some(old)) => found.stat == old.stat && found.bytes == old.bytes,
            _ => false,
        };
        if same { Ok((dir, name)) } else { Err(changed()) }
    }

    /// Step 6: by their paths, the targets are what they should be.
    fn read_back(&self) -> Result<(), CommitError> {
        for target in &self.plan.targets {
            let found = self.io.read(self.root, &target.path).map_err(unusable)?;
            let version = found.map(|found| (found.digest(), found.stat.mode, found.stat.links));
            if version != Some((target.new.sha256, target.new.mode, 1)) {
                return Err(StorageError::TargetChanged { path: target.path.clone() }.into());
            }
        }
        Ok(())
    }

    /// Step 7, the commit point.
    fn mark(&mut self) -> Result<(), CommitError> {
        let staging = &self.staging()?;
        self.marked = true;
        self.io.rename((staging, RECORD), (staging, COMMITTED), Action::Rename)?;
        Ok(self.io.sync_folder(staging)?)
    }

    /// Step 8, all but the lock.
    fn finish(&self) -> Result<(), CommitError> {
        if self.staged { clean_up(self.io, self.root, &self.staging()?) } else { Ok(()) }
    }

    /// Back to the old state.
    fn undo(&self) -> Result<(), CommitError> {
        if !self.staged {
            return Ok(());
        }
        let staging = &self.staging()?;
        if self.marked {
            self.unmark(staging)?;
        }
        Restore {
            io: self.io,
            root: self.root,
            staging,
            parents: &self.parents,
            plan: &self.plan,
            tried: self.tried,
            replaced: self.replaced,
            folders: self.folders,
        }
        .run()?;
        clean_up(self.io, self.root, staging)
    }

    /// Takes back a commit point that may or may not have got to the medium. Only when the
    /// record surely has its old name there may a target be touched; before, all are new.
    fn unmark(&self, staging: &Dir) -> Result<(), CommitError> {
        if self.io.stat(staging, COMMITTED)?.is_some() {
            self.io.rename((staging, COMMITTED), (staging, RECORD), Action::Rename)?;
        }
        Ok(self.io.sync_folder(staging)?)
    }
}
