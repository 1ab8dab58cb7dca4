//! Going back: the one way in which targets get their old content again, for a commit that
//! fails and for `recover` alike.

use std::collections::BTreeMap;
use std::io;

use super::error::Damage;
use super::plan::{Plan, Target, old_name};
use super::{COMMITTED, CommitError, Conflict, FOLDER, RECORD, RECORD_NEW};
use crate::digest::Digest;
use crate::files::{FileError, Kind};
use crate::storage::{Action, Dir, Failed, Io, StorageError, optional, split};

/// The folders targets lie in, held by their descriptors.
pub(super) type Parents = BTreeMap<String, Dir>;

/// Opens the parents of all targets that exist.
pub(super) fn open_parents(io: &Io, root: &Dir, plan: &Plan) -> Result<Parents, CommitError> {
    let mut parents = Parents::new();
    for target in &plan.targets {
        let (parent, _) = split(&target.path);
        if parents.contains_key(parent) {
            continue;
        }
        match optional(io.open_folder(root, parent)) {
            Ok(Some(dir)) => _ = parents.insert(parent.to_owned(), dir),
            Ok(None) => {}
            Err(failed) => return Err(unusable(failed)),
        }
    }
    Ok(parents)
}

/// What is no plain file or folder becomes a problem of the target; other failures stay.
pub(super) fn unusable(failed: Failed) -> CommitError {
    match failed.source {
        FileError::System(_) | FileError::Missing => failed.into(),
        source => StorageError::Target { path: failed.path, source }.into(),
    }
}

/// What is no plain file or folder, at a name of the commit's own, is somebody else's.
pub(super) fn foreign(failed: Failed) -> CommitError {
    match failed.source {
        FileError::System(_) | FileError::Missing => failed.into(),
        _ => CommitError::ForeignEntry { path: failed.path },
    }
}

/// What lies at a target's place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Old,
    New,
    Other,
}

/// A commit to be taken back.
pub(super) struct Restore<'a> {
    pub io: &'a Io,
    pub root: &'a Dir,
    pub staging: &'a Dir,
    pub parents: &'a Parents,
    pub plan: &'a Plan,
    /// How many targets may have been replaced; the others are not looked at.
    pub tried: usize,
    /// How many of them certainly were, so that a third content there is somebody's work.
    /// Where it is not certain, it is what stopped the commit, and stays as it is.
    pub replaced: usize,
    /// How many of the plan's folders may have been made.
    pub folders: usize,
}

impl Restore<'_> {
    /// Gives every replaced target its old content, newest first, and removes what was new.
    /// Afterwards all of it is on the medium. Before anything is touched, every target and
    /// every copy that will be needed is checked.
    pub(super) fn run(&self) -> Result<(), CommitError> {
        self.check()?;
        for index in (0..self.tried).rev() {
            if self.state(index)? == Standing::New {
                self.put_back(index)?;
            }
        }
        let mut synced = Vec::new();
        for target in &self.plan.targets[..self.tried] {
            let (parent, _) = split(&target.path);
            if let Some(dir) = self.parents.get(parent)
                && !synced.contains(&parent)
            {
                self.io.sync_folder(dir)?;
                synced.push(parent);
            }
        }
        self.remove_folders()
    }

    fn check(&self) -> Result<(), CommitError> {
        let mut conflicts = Vec::new();
        for index in 0..self.tried {
            let target = &self.plan.targets[index];
            match self.state(index)? {
                Standing::New => self.check_copy(index, target)?,
                Standing::Other if index < self.replaced => {
                    let kept = target.old.map(|_| self.staging.join(&old_name(index)));
                    conflicts.push(Conflict { path: target.path.clone(), kept });
                }
                Standing::Old | Standing::Other => {}
            }
        }
        if conflicts.is_empty() { Ok(()) } else { Err(CommitError::Conflict(conflicts)) }
    }

    fn check_copy(&self, index: usize, target: &Target) -> Result<(), CommitError> {
        let (Some(old), name) = (target.old, old_name(index)) else { return Ok(()) };
        match self.io.read(self.staging, &name)? {
            Some(copy) if copy.digest() == old.sha256 => Ok(()),
            found => {
                let wanted = old.sha256.to_string();
                let reason = match found {
                    Some(copy) => Damage::OtherCopy(copy.digest().to_string(), wanted),
                    None => Damage::NoCopy(wanted),
                };
                Err(CommitError::Record { path: self.staging.join(&name), reason })
            }
        }
    }

    fn state(&self, index: usize) -> Result<Standing, CommitError> {
        let target = &self.plan.targets[index];
        let (parent, name) = split(&target.path);
        let found = match self.parents.get(parent) {
            None => None,
            Some(dir) => match self.io.read(dir, name) {
                Ok(content) => content.map(|content| content.digest()),
                // Whatever it is now, the commit did not put it there.
                Err(Failed { source: FileError::Link | FileError::WrongKind(_), .. }) => {
                    return Ok(Standing::Other);
                }
                Err(failed) => return Err(failed.into()),
            },
        };
        Ok(state(found, target))
    }

    fn put_back(&self, index: usize) -> Result<(), CommitError> {
        let target = &self.plan.targets[index];
        let (parent, name) = split(&target.path);
        let Some(dir) = self.parents.get(parent) else { return Ok(()) };
        match target.old {
            Some(_) => {
                let copy = old_name(index);
                self.io.rename((self.staging, &copy), (dir, name), Action::Rename)?;
            }
            None => self.io.unlink(dir, name)?,
        }
        Ok(())
    }

    /// Removes the folders the commit made, unless somebody put something into them.
    fn remove_folders(&self) -> Result<(), CommitError> {
        for folder in self.plan.folders[..self.folders].iter().rev() {
            let (parent, name) = split(folder);
            let Some(dir) = optional(self.io.open_folder(self.root, parent))? else { continue };
            match optional(self.io.remove_folder(&dir, name)) {
                Err(failed) if failed.is(io::ErrorKind::DirectoryNotEmpty) => {}
                done => _ = done?,
            }
            self.io.sync_folder(&dir)?;
        }
        Ok(())
    }
}

fn state(found: Option<Digest>, target: &Target) -> Standing {
    if found == Some(target.new.sha256) {
        Standing::New
    } else if found == target.old.map(|old| old.sha256) {
        Standing::Old
    } else {
        Standing::Other
    }
}

/// Removes the staging folder: copies first, the record last, so that until its end the
/// record says what the state is.
pub(super) fn clean_up(io: &Io, root: &Dir, staging: &Dir) -> Result<(), CommitError> {
    let (records, copies): (Vec<_>, Vec<_>) =
        own_entries(io, staging)?.into_iter().partition(|name| name == RECORD || name == COMMITTED);
    for name in copies.iter().chain(&records) {
        io.unlink(staging, name)?;
    }
    io.remove_folder(root, FOLDER)?;
    Ok(io.sync_folder(root)?)
}

/// The names in the staging folder, if a commit could have put every one of them there.
pub(super) fn own_entries(io: &Io, staging: &Dir) -> Result<Vec<String>, CommitError> {
    let mut names = Vec::new();
    for entry in io.list(staging)? {
        let name = String::from_utf8_lossy(&entry.name).into_owned();
        if entry.kind != Kind::File || !is_own(&name) {
            return Err(CommitError::ForeignEntry { path: staging.join(&name) });
        }
        names.push(name);
    }
    Ok(names)
}

fn is_own(name: &str) -> bool {
    let number = name.strip_prefix("old-").or_else(|| name.strip_prefix("new-"));
    let counted = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    counted || [RECORD, RECORD_NEW, COMMITTED].contains(&name)
}
