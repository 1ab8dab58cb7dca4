//! Putting the package in its place.

use super::Package;
use crate::commit::{FILE_MODE, Io, place};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::{FileError, Folder, Kind};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// The same bytes were there already.
    Unchanged,
    /// It was written.
    Written,
}

/// Puts the package into `folder`. A file of that name with other bytes is replaced only by
/// `force`; anything that is no regular file never is.
pub fn put(
    folder: &Folder,
    io: &Io,
    package: &Package,
    force: bool,
) -> Result<Put, Vec<Diagnostic>> {
    let name = &package.file_name;
    let refuse = |finding| vec![Diagnostic::new(Place::file(name), finding)];
    let target = |reason: Obstacle| refuse(Finding::PackageTarget { reason });
    let there = match folder.stat(name) {
        Err(FileError::Missing) => None,
        Err(error) => return Err(target(error.into())),
        Ok(stat) if stat.kind != Kind::File => {
            return Err(target(FileError::WrongKind(stat.kind).into()));
        }
        Ok(stat) => Some(stat.mode),
    };
    let size = package.bytes.len() as u64;
    let same = folder.read_file(name, size).is_ok_and(|bytes| bytes == package.bytes);
    match there {
        Some(FILE_MODE) if same => return Ok(Put::Unchanged),
        Some(_) if !same && !force => return Err(refuse(Finding::PackageDiffers {})),
        _ => {}
    }
    place(folder, io, name, &package.bytes, there.is_some())
        .map_err(|error| error.diagnostics())?;
    Ok(Put::Written)
}
