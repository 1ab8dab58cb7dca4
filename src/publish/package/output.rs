//! Putting the package in its place.

use super::Package;
use crate::commit::{Io, place};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::files::{FileError, Folder, HELD_LIMIT, Kind};

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
pub fn put(folder: &Folder, package: &Package, force: bool) -> Result<Put, Vec<Diagnostic>> {
    let name = &package.file_name;
    let refuse = |finding| vec![Diagnostic::new(Place::file(name), finding)];
    let target = |reason: Obstacle| refuse(Finding::PackageTarget { reason });
    let there = match folder.stat(name) {
        Err(FileError::Missing) => false,
        Err(error) => return Err(target(error.into())),
        Ok(stat) if stat.kind != Kind::File => {
            return Err(target(FileError::WrongKind(stat.kind).into()));
        }
        Ok(_) => true,
    };
    if there && folder.read_file(name, HELD_LIMIT).is_ok_and(|bytes| bytes == package.bytes) {
        return Ok(Put::Unchanged);
    }
    if there && !force {
        return Err(refuse(Finding::PackageDiffers {}));
    }
    place(folder, &Io::new(), name, &package.bytes, force).map_err(|error| error.diagnostics())?;
    Ok(Put::Written)
}
