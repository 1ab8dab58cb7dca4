//! Making a new folder with everything in it, or nothing.
//!
//! The folder is built under another name beside its place, completed by the caller, synced,
//! and renamed. Until then nothing is at its place; if anything fails, the half-built folder is
//! removed. A crash leaves at most that folder, under its telling name. Where a folder is replaced,
//! that name is the old one's from the exchange until it is removed.

use super::error::{CommitError, Refusal};
use super::io::{Action, Dir, Io};
use crate::files::{FileError, Folder, Kind};

/// Appended to the name of a folder that is being built.
pub const UNFINISHED: &str = ".neu";
const FILE_MODE: u32 = 0o644;
const FOLDER_MODE: u32 = 0o755;

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
    let built = build(io, &parent, &building, mode, files)
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
    let (old, mode) = match io.stat(&dir, name)? {
        Some(stat) if stat.kind == Kind::Folder => (io.open_folder(&dir, name)?, stat.mode),
        _ => return create(parent, io, name, files, |_| Ok(())).map(|()| None),
    };
    if io.list(&old)?.is_empty() {
        return create(parent, io, name, files, |_| Ok(())).map(|()| None);
    }
    judge(&old.folder).map_err(Refusal::Check)?;
    let building = start(io, &dir, name)?;
    let built = build(io, &dir, &building, mode, files)
        .and_then(|_| exchange(io, &dir, &building, name, &old));
    if let Err(error) = built {
        let _ = remove(io, &dir, &building);
        return Err(error.into());
    }
    let removed = remove(io, &dir, &building);
    Ok(removed.err().map(|error| (building, error)))
}

/// Makes the folder that is built in.
fn start(io: &Io, parent: &Dir, name: &str) -> Result<String, CommitError> {
    let building = format!("{name}{UNFINISHED}");
    if io.stat(parent, &building)?.is_some() {
        return Err(CommitError::Target { path: building, source: FileError::Exists });
    }
    io.make_folder(parent, &building)?;
    Ok(building)
}

/// Lets the finished folder and the old one take each other's place; they go back if the old one
/// is not what was judged, or if that is not known to last.
fn exchange(
    io: &Io,
    parent: &Dir,
    building: &str,
    name: &str,
    old: &Dir,
) -> Result<(), CommitError> {
    io.sync_folder(parent)?;
    io.exchange(parent, building, name)?;
    let settled = match io.stat(parent, building) {
        Ok(Some(stat)) if stat.identity == old.identity => {
            io.sync_folder(parent).map_err(CommitError::from)
        }
        Ok(_) => Err(CommitError::TargetChanged { path: name.to_owned() }),
        Err(failed) => Err(failed.into()),
    };
    settled.or_else(|error| {
        io.exchange(parent, name, building)?;
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
    files: &[(&str, impl AsRef<[u8]>)],
) -> Result<Dir, CommitError> {
    let root = io.open_folder(parent, name)?;
    io.set_mode(name, root.folder.as_file(), mode)?;
    let mut folders: Vec<&str> = files.iter().flat_map(|(path, _)| ancestors(path)).collect();
    folders.sort_unstable();
    folders.dedup();
    for path in &folders {
        let (above, own) = path.rsplit_once('/').unwrap_or(("", path));
        let above = io.open_folder(&root, above)?;
        io.make_folder(&above, own)?;
        let made = io.open_folder(&above, own)?;
        io.set_mode(path, made.folder.as_file(), FOLDER_MODE)?;
    }
    for (path, bytes) in files {
        let (above, own) = path.rsplit_once('/').unwrap_or(("", path));
        io.put(&io.open_folder(&root, above)?, own, bytes.as_ref(), FILE_MODE)?;
    }
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
        let name = String::from_utf8_lossy(&entry.name);
        match entry.kind {
            Kind::Folder => remove(io, &dir, &name)?,
            _ => io.unlink(&dir, &name)?,
        }
    }
    Ok(io.remove_folder(above, name)?)
}
