//! Making a new folder with everything in it, or one file, or nothing; and folders that are only
//! looked at and removed.
//!
//! What is made is built under another name beside its place, completed by the caller, synced,
//! and renamed. Until then nothing is at its place; if anything fails, the half-built thing is
//! removed. A crash leaves at most that, under its telling name. Where a folder is replaced, that
//! name is the old one's from the exchange until it is removed.
//!
//! Whoever may write beside it can give that name to something else. So before anything is
//! renamed or removed, the name must still be what was made under it; what is not stays.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Write as _};

use super::error::{Failed, Refusal, StorageError};
use super::io::{Action, Dir, Io};
use super::{FILE_MODE, FOLDER_MODE, split};
use crate::files::{CopyError, FileError, Folder, Kind};

/// Appended to the name of what is being built.
pub const UNFINISHED: &str = ".neu";

/// A folder that is being filled where nobody looks for it.
pub struct Building<'a> {
    io: &'a Io,
    root: Dir,
    /// The folders made in it.
    folders: BTreeSet<String>,
    /// Whether it is to outlive a power cut.
    lasting: bool,
}

impl<'a> Building<'a> {
    fn open(io: &'a Io, parent: &Dir, name: &str, lasting: bool) -> Result<Self, StorageError> {
        let root = io.open_folder(parent, name)?;
        // What has something in it is not the folder that was made a moment ago.
        if io.list(&root)?.is_empty() {
            Ok(Self { io, root, folders: BTreeSet::new(), lasting })
        } else {
            Err(StorageError::TargetChanged { path: parent.join(name) })
        }
    }

    /// The folder itself.
    pub fn folder(&self) -> &Folder {
        &self.root.folder
    }

    /// Makes a file with this mode, and the folders on its way; `fill` writes what is in it.
    pub fn add<E>(
        &mut self,
        path: &str,
        mode: u32,
        fill: impl FnOnce(&File) -> Result<(), CopyError<E>>,
    ) -> Result<(), Refusal<E>> {
        for (end, _) in path.match_indices('/') {
            self.make_folder(&path[..end])?;
        }
        let (above, name) = split(path);
        let dir = self.io.open_folder(&self.root, above)?;
        let (file, _) = self.io.create(&dir, name)?;
        self.io.stream(&dir, name, &file, fill)?;
        self.io.set_mode(path, &file, mode)?;
        if self.lasting {
            self.io.sync_file(&dir, name, &file)?;
        }
        Ok(())
    }

    /// Makes a file of these bytes.
    pub fn add_bytes<E>(&mut self, path: &str, mode: u32, bytes: &[u8]) -> Result<(), Refusal<E>> {
        self.add(path, mode, |mut file| Ok(file.write_all(bytes)?))
    }

    fn make_folder(&mut self, path: &str) -> Result<(), StorageError> {
        if self.folders.contains(path) {
            return Ok(());
        }
        let (above, name) = split(path);
        let above = self.io.open_folder(&self.root, above)?;
        self.io.make_folder(&above, name)?;
        self.folders.insert(path.to_owned());
        let made = self.io.open_folder(&above, name)?;
        Ok(self.io.set_mode(path, made.folder.as_file(), FOLDER_MODE)?)
    }

    /// Sets the folder's own mode, at last, for it may forbid what was done before; and waits
    /// until everything is on the medium.
    fn finish(self, name: &str, mode: u32) -> Result<(), StorageError> {
        self.io.set_mode(name, self.root.folder.as_file(), mode)?;
        let folders = self.folders.iter().rev().map(String::as_str);
        for path in folders.chain([""]) {
            self.io.sync_folder(&self.io.open_folder(&self.root, path)?)?;
        }
        Ok(())
    }
}

/// Makes folder `name` in `parent`, lets `work` fill it and look at it, and removes it with
/// everything in it, whatever was found.
pub fn scratch<T, E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    work: impl FnOnce(&mut Building<'_>) -> Result<T, Refusal<E>>,
) -> Result<T, Refusal<E>> {
    let parent = io.open_root(parent)?;
    let mut building = start(io, &parent, name, false)?;
    let made = building.root.identity;
    let worked = work(&mut building);
    let removed = remove(io, &parent, name, made).map_err(Refusal::Failed);
    worked.and_then(|found| removed.map(|()| found))
}

/// Makes the folder that is built in.
fn start<'a>(
    io: &'a Io,
    parent: &Dir,
    name: &str,
    lasting: bool,
) -> Result<Building<'a>, StorageError> {
    io.make_folder(parent, name).map_err(|failed| taken(failed, name))?;
    Building::open(io, parent, name, lasting).inspect_err(|_| {
        // It cannot be looked into, but it is empty. The reason for giving up is what counts.
        let _ = io.remove_folder(parent, name);
    })
}

/// What becomes of a file that was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It goes where nothing is.
    New,
    /// It takes the place of what is there.
    Replace,
    /// It is thrown away.
    Discard,
}

/// Makes file `name` in `parent`, mode 0644. `fill` writes what is in it, `judge` may read it and
/// says what becomes of it. Whoever looks meanwhile, or after a power cut, sees the old file or
/// the new.
pub fn put_file<E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    fill: impl FnOnce(&File) -> Result<(), CopyError<E>>,
    judge: impl FnOnce(&File) -> Result<Verdict, E>,
) -> Result<Verdict, Refusal<E>> {
    let dir = io.open_root(parent)?;
    let building = format!("{name}{UNFINISHED}");
    // From here on that file is ours to remove.
    let (file, made) = io.create(&dir, &building).map_err(|failed| taken(failed, &building))?;
    let still_ours = || {
        if io.lies_at(&dir, &building, made.identity)? {
            Ok(())
        } else {
            Err(StorageError::TargetChanged { path: building.clone() })
        }
    };
    let placed = io
        .stream(&dir, &building, &file, fill)
        .and_then(|()| judge(&file).map_err(Refusal::Check))
        .and_then(|verdict| {
            let action = match verdict {
                Verdict::New => Action::RenameNew,
                Verdict::Replace => Action::Rename,
                Verdict::Discard => {
                    still_ours()?;
                    return Ok(io.unlink(&dir, &building).map(|()| verdict)?);
                }
            };
            io.set_mode(&building, &file, FILE_MODE)?;
            io.sync_file(&dir, &building, &file)?;
            still_ours()?;
            io.rename((&dir, &building), (&dir, name), action)?;
            Ok(verdict)
        });
    if placed.is_err() && still_ours().is_ok() {
        // The reason for giving up is what counts; what cannot be removed keeps its name.
        let _ = io.unlink(&dir, &building);
    }
    let verdict = placed?;
    if verdict != Verdict::Discard {
        let unsettled = |source| StorageError::Unsettled { path: name.to_owned(), source };
        io.sync_folder(&dir).map_err(unsettled)?;
    }
    Ok(verdict)
}

/// Why a name could not be taken for building.
fn taken(failed: Failed, name: &str) -> StorageError {
    if failed.is(ErrorKind::AlreadyExists) {
        StorageError::Building { path: name.to_owned() }
    } else {
        failed.into()
    }
}

/// Makes folder `name` in `parent`, lets `fill` do everything that belongs into it while nobody
/// can see it, and puts it in its place. What is there already must be an empty folder.
pub fn create<E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    fill: impl FnOnce(&mut Building<'_>) -> Result<(), Refusal<E>>,
) -> Result<(), Refusal<E>> {
    let parent = io.open_root(parent)?;
    let mode = check_place(io, &parent, name)?;
    let built = build(io, &parent, name, mode, fill)?;
    settle(io, &parent, &built, name).map_err(|error| {
        // The reason for giving up is what counts; what cannot be removed keeps its name.
        let _ = remove(io, &parent, &built.name, built.identity);
        error.into()
    })
}

/// Makes folder `name` in `parent`, as [`create`] does. A folder that is there already and not
/// empty is judged, and if it may go, the new one takes its place in one step and keeps its mode.
/// Given back is what then could not be removed of the old one: its new name, and why.
pub fn supplant<E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    judge: impl FnOnce(&Folder) -> Result<(), E>,
    fill: impl FnOnce(&mut Building<'_>) -> Result<(), Refusal<E>>,
) -> Result<Option<(String, StorageError)>, Refusal<E>> {
    let dir = io.open_root(parent)?;
    let old = match io.stat(&dir, name)? {
        Some(stat) if stat.kind == Kind::Folder => {
            let old = io.open_folder(&dir, name)?;
            let occupied = !io.list(&old)?.is_empty();
            occupied.then_some((old, stat.mode))
        }
        _ => None,
    };
    let Some((old, mode)) = old else {
        return create(parent, io, name, fill).map(|()| None);
    };
    judge(&old.folder).map_err(Refusal::Check)?;
    let built = build(io, &dir, name, mode, fill)?;
    exchange(io, &dir, &built, name, &old)?;
    let removed = remove(io, &dir, &built.name, old.identity);
    Ok(removed.err().map(|error| (built.name, error)))
}

/// A finished folder that is not in its place yet.
struct Built {
    name: String,
    identity: (u64, u64),
}

impl Built {
    /// Its name must still be it.
    fn check(&self, io: &Io, parent: &Dir) -> Result<(), StorageError> {
        if io.lies_at(parent, &self.name, self.identity)? {
            Ok(())
        } else {
            Err(StorageError::TargetChanged { path: self.name.clone() })
        }
    }
}

/// Builds a whole folder beside its place; if anything fails, it is removed.
fn build<E>(
    io: &Io,
    parent: &Dir,
    name: &str,
    mode: u32,
    fill: impl FnOnce(&mut Building<'_>) -> Result<(), Refusal<E>>,
) -> Result<Built, Refusal<E>> {
    let name = format!("{name}{UNFINISHED}");
    let mut building = start(io, parent, &name, true)?;
    let identity = building.root.identity;
    let filled = fill(&mut building).and_then(|()| Ok(building.finish(&name, mode)?));
    if filled.is_err() {
        // The reason for giving up is what counts; what cannot be removed keeps its name.
        let _ = remove(io, parent, &name, identity);
    }
    filled.map(|()| Built { name, identity })
}

/// Lets the finished folder and the old one take each other's place; they go back, and the new one
/// is removed, if the old one is not what was judged, or if that is not known to last.
fn exchange(
    io: &Io,
    parent: &Dir,
    built: &Built,
    name: &str,
    old: &Dir,
) -> Result<(), StorageError> {
    let building = &built.name;
    let exchanged = io
        .sync_folder(parent)
        .map_err(StorageError::from)
        .and_then(|()| built.check(io, parent))
        .and_then(|()| Ok(io.exchange(parent, building, name)?));
    if let Err(error) = exchanged {
        let _ = remove(io, parent, building, built.identity);
        return Err(error);
    }
    let settled = match io.stat(parent, building) {
        Ok(Some(stat)) if stat.identity == old.identity => {
            io.sync_folder(parent).map_err(StorageError::from)
        }
        Ok(_) => Err(StorageError::TargetChanged { path: name.to_owned() }),
        Err(failed) => Err(failed.into()),
    };
    settled.or_else(|error| {
        // If they do not go back, what lies there is the old folder, and stays.
        io.exchange(parent, name, building)?;
        let _ = remove(io, parent, building, built.identity);
        Err(error)
    })
}

/// The mode the new folder will have: that of the empty folder it takes the place of, if there is
/// one. Anything else at its place is refused.
fn check_place(io: &Io, parent: &Dir, name: &str) -> Result<u32, StorageError> {
    let refuse = |source| StorageError::Target { path: name.to_owned(), source };
    let Some(stat) = io.stat(parent, name)? else { return Ok(FOLDER_MODE) };
    if stat.kind != Kind::Folder {
        return Err(refuse(FileError::WrongKind(stat.kind)));
    }
    let there = io.open_folder(parent, name)?;
    let empty = io.list(&there)?.is_empty();
    if empty { Ok(stat.mode) } else { Err(refuse(FileError::NotEmpty)) }
}

/// Gives the finished folder its name; an empty folder of that name gives way.
fn settle(io: &Io, parent: &Dir, built: &Built, name: &str) -> Result<(), StorageError> {
    let building = &built.name;
    io.sync_folder(parent)?;
    built.check(io, parent)?;
    io.rename((parent, building), (parent, name), Action::Rename)?;
    io.sync_folder(parent).or_else(|failed| {
        // Not known to last: it goes back to the name under which it is removed.
        io.rename((parent, name), (parent, building), Action::Rename)?;
        Err(failed)
    })?;
    Ok(())
}

/// Removes a folder of ours with everything in it, following nothing. What else has its name by
/// now stays.
fn remove(io: &Io, above: &Dir, name: &str, made: (u64, u64)) -> Result<(), StorageError> {
    let dir = io.open_folder(above, name)?;
    if dir.identity != made {
        return Err(StorageError::TargetChanged { path: above.join(name) });
    }
    empty(io, &dir)?;
    Ok(io.remove_folder(above, name)?)
}

fn empty(io: &Io, dir: &Dir) -> Result<(), StorageError> {
    for entry in io.list(dir)? {
        let Ok(name) = std::str::from_utf8(&entry.name) else {
            let path = dir.join(&String::from_utf8_lossy(&entry.name));
            return Err(StorageError::Target { path, source: FileError::NotUtf8Name });
        };
        match entry.kind {
            Kind::Folder => {
                empty(io, &io.open_folder(dir, name)?)?;
                io.remove_folder(dir, name)?;
            }
            _ => io.unlink(dir, name)?,
        }
    }
    Ok(())
}
