//! Making a new folder with everything in it, or one file, or nothing; and folders that are only
//! looked at and removed.
//!
//! What is made is built under another name beside its place, completed by the caller, synced,
//! and renamed. Until then nothing is at its place; if anything fails, the half-built thing is
//! removed. A crash leaves at most that, under its telling name. Where a folder is replaced, that
//! name is the old one's from the exchange until it is removed.

use std::io::ErrorKind;

use super::error::{CommitError, Refusal};
use super::io::{Action, Dir, Failed, Io};
use super::plan::split;
use super::{EXECUTABLE_MODE, FILE_MODE, FOLDER_MODE};
use crate::files::{FileError, Folder, Kind};

/// Appended to the name of a folder that is being built.
pub const UNFINISHED: &str = ".neu";

/// A file to be made.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'a> {
    /// Path beneath the new folder.
    pub path: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Whether it may be run.
    pub executable: bool,
}

impl NewFile<'_> {
    fn mode(&self) -> u32 {
        if self.executable { EXECUTABLE_MODE } else { FILE_MODE }
    }
}

/// Makes folder `name` in `parent` with these files, lets `look` look at it, and removes it with
/// everything in it, whatever was found.
pub fn scratch<T>(
    parent: &Folder,
    io: &Io,
    name: &str,
    files: &[NewFile<'_>],
    look: impl FnOnce(&Folder) -> T,
) -> Result<T, CommitError> {
    let parent = io.open_root(parent)?;
    io.make_folder(&parent, name).map_err(|failed| taken(failed, name))?;
    let looked = build(io, &parent, name, FOLDER_MODE, files).map(|dir| look(&dir.folder));
    let removed = remove(io, &parent, name);
    looked.and_then(|found| removed.map(|()| found))
}

/// Makes file `name` in `parent`, mode 0644; `replace` says whether it may take the place of
/// what is there. Whoever looks meanwhile, or after a power cut, sees the old file or the new.
pub fn place(
    parent: &Folder,
    io: &Io,
    name: &str,
    bytes: &[u8],
    replace: bool,
) -> Result<(), CommitError> {
    let dir = io.open_root(parent)?;
    let building = format!("{name}{UNFINISHED}");
    let action = if replace { Action::Rename } else { Action::RenameNew };
    // From here on that file is ours to remove.
    let (file, _) = io.create(&dir, &building).map_err(|failed| taken(failed, &building))?;
    let placed = io
        .fill(&dir, &building, &file, bytes, FILE_MODE)
        .and_then(|()| io.rename((&dir, &building), (&dir, name), action));
    if placed.is_err() {
        // The reason for giving up is what counts; what cannot be removed keeps its name.
        let _ = io.unlink(&dir, &building);
    }
    placed?;
    Ok(io.sync_folder(&dir)?)
}

/// Why a name could not be taken for building.
fn taken(failed: Failed, name: &str) -> CommitError {
    match failed.is(ErrorKind::AlreadyExists) {
        true => CommitError::Building { path: name.to_owned() },
        false => failed.into(),
    }
}

/// Makes folder `name` in `parent` with these files (path and bytes; folders on the way are
/// made), lets `complete` do what remains while nobody can see it, and puts it in its place.
/// What is there already must be an empty folder.
pub fn create<E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    files: &[(&str, impl AsRef<[u8]>)],
    complete: impl FnOnce(&Folder) -> Result<(), E>,
) -> Result<(), Refusal<E>> {
    let parent = io.open_root(parent).map_err(CommitError::from)?;
    let mode = check_place(io, &parent, name)?;
    let building = start(io, &parent, name)?;
    let built = build(io, &parent, &building, mode, &plain(files))
        .map_err(Refusal::Commit)
        .and_then(|dir| complete(&dir.folder).map_err(Refusal::Check))
        .and_then(|()| settle(io, &parent, &building, name).map_err(Refusal::Commit));
    if built.is_err() {
        // The reason for giving up is what counts; what cannot be removed keeps its name.
        let _ = remove(io, &parent, &building);
    }
    built
}

/// Makes folder `name` in `parent` with these files, as [`create`] does. A folder that is there
/// already and not empty is judged, and if it may go, the new one takes its place in one step and
/// keeps its mode.
/// Given back is what then could not be removed of the old one: its new name, and why.
pub fn supplant<E>(
    parent: &Folder,
    io: &Io,
    name: &str,
    files: &[(&str, impl AsRef<[u8]>)],
    judge: impl FnOnce(&Folder) -> Result<(), E>,
) -> Result<Option<(String, CommitError)>, Refusal<E>> {
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
        return create(parent, io, name, files, |_| Ok(())).map(|()| None);
    };
    judge(&old.folder).map_err(Refusal::Check)?;
    let building = start(io, &dir, name)?;
    if let Err(error) = build(io, &dir, &building, mode, &plain(files)) {
        let _ = remove(io, &dir, &building);
        return Err(error.into());
    }
    exchange(io, &dir, &building, name, &old)?;
    let removed = remove(io, &dir, &building);
    Ok(removed.err().map(|error| (building, error)))
}

/// Makes the folder that is built in.
fn start(io: &Io, parent: &Dir, name: &str) -> Result<String, CommitError> {
    let building = format!("{name}{UNFINISHED}");
    io.make_folder(parent, &building).map_err(|failed| taken(failed, &building))?;
    Ok(building)
}

/// Files nobody may run.
fn plain<'a>(files: &'a [(&'a str, impl AsRef<[u8]>)]) -> Vec<NewFile<'a>> {
    let plain = files.iter().map(|(path, bytes)| (*path, bytes.as_ref()));
    plain.map(|(path, bytes)| NewFile { path, bytes, executable: false }).collect()
}

/// Lets the finished folder and the old one take each other's place; they go back, and the new one
/// is removed, if the old one is not what was judged, or if that is not known to last.
fn exchange(
    io: &Io,
    parent: &Dir,
    building: &str,
    name: &str,
    old: &Dir,
) -> Result<(), CommitError> {
    let exchanged = io.sync_folder(parent).and_then(|()| io.exchange(parent, building, name));
    if let Err(failed) = exchanged {
        let _ = remove(io, parent, building);
        return Err(failed.into());
    }
    let settled = match io.stat(parent, building) {
        Ok(Some(stat)) if stat.identity == old.identity => {
            io.sync_folder(parent).map_err(CommitError::from)
        }
        Ok(_) => Err(CommitError::TargetChanged { path: name.to_owned() }),
        Err(failed) => Err(failed.into()),
    };
    settled.or_else(|error| {
        // If they do not go back, what lies there is the old folder, and stays.
        io.exchange(parent, name, building)?;
        let _ = remove(io, parent, building);
        Err(error)
    })
}

/// The mode the new folder will have: that of the empty folder it takes the place of, if there is
/// one. Anything else at its place is refused.
fn check_place(io: &Io, parent: &Dir, name: &str) -> Result<u32, CommitError> {
    let refuse = |source| CommitError::Target { path: name.to_owned(), source };
    let Some(stat) = io.stat(parent, name)? else { return Ok(FOLDER_MODE) };
    if stat.kind != Kind::Folder {
        return Err(refuse(FileError::WrongKind(stat.kind)));
    }
    let there = io.open_folder(parent, name)?;
    let empty = io.list(&there)?.is_empty();
    if empty { Ok(stat.mode) } else { Err(refuse(FileError::NotEmpty)) }
}

/// Writes and syncs all files and folders.
fn build(
    io: &Io,
    parent: &Dir,
    name: &str,
    mode: u32,
    files: &[NewFile<'_>],
) -> Result<Dir, CommitError> {
    let root = io.open_folder(parent, name)?;
    let mut folders: Vec<&str> = files.iter().flat_map(|file| ancestors(file.path)).collect();
    folders.sort_unstable();
    folders.dedup();
    for path in &folders {
        let (above, own) = split(path);
        let above = io.open_folder(&root, above)?;
        io.make_folder(&above, own)?;
        let made = io.open_folder(&above, own)?;
        io.set_mode(path, made.folder.as_file(), FOLDER_MODE)?;
    }
    for file in files {
        let (above, own) = split(file.path);
        io.put(&io.open_folder(&root, above)?, own, file.bytes, file.mode())?;
    }
    // At last, for it may forbid what was just done.
    io.set_mode(name, root.folder.as_file(), mode)?;
    for path in folders.iter().rev().copied().chain([""]) {
        io.sync_folder(&io.open_folder(&root, path)?)?;
    }
    Ok(root)
}

/// The folders a path lies in, outermost first.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// Gives the finished folder its name; an empty folder of that name gives way.
fn settle(io: &Io, parent: &Dir, building: &str, name: &str) -> Result<(), CommitError> {
    io.sync_folder(parent)?;
    io.rename((parent, building), (parent, name), Action::Rename)?;
    io.sync_folder(parent).or_else(|failed| {
        // Not known to last: it goes back to the name under which it is removed.
        io.rename((parent, name), (parent, building), Action::Rename)?;
        Err(failed)
    })?;
    Ok(())
}

/// Removes a folder with everything in it, following nothing.
fn remove(io: &Io, above: &Dir, name: &str) -> Result<(), CommitError> {
    let dir = io.open_folder(above, name)?;
    for entry in io.list(&dir)? {
        let Ok(name) = std::str::from_utf8(&entry.name) else {
            let path = dir.join(&String::from_utf8_lossy(&entry.name));
            return Err(CommitError::Target { path, source: FileError::NotUtf8Name });
        };
        match entry.kind {
            Kind::Folder => remove(io, &dir, name)?,
            _ => io.unlink(&dir, name)?,
        }
    }
    Ok(io.remove_folder(above, name)?)
}
