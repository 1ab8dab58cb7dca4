//! Putting one file in its place, outside the vault.

use crate::commit::{FILE_MODE, Io, Refusal, place};
use crate::diagnostic::Obstacle;
use crate::files::{FileError, Folder, HELD_LIMIT, Kind};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// The same bytes were there already.
    Unchanged,
    /// It was written.
    Written,
}

/// Puts a file into `folder`. One of that name with other bytes is replaced only if `may_go` says
/// so of what could be read of it, [`Obstacle::Foreign`] otherwise; anything that is no regular
/// file never is.
pub fn put(
    folder: &Folder,
    io: &Io,
    name: &str,
    bytes: &[u8],
    may_go: impl FnOnce(&[u8]) -> bool,
) -> Result<Put, Refusal<Obstacle>> {
    let refuse = |error: FileError| Refusal::Check(error.into());
    let there = match folder.stat(name) {
        Err(FileError::Missing) => None,
        Err(error) => return Err(refuse(error)),
        Ok(stat) if stat.kind != Kind::File => return Err(refuse(FileError::WrongKind(stat.kind))),
        Ok(stat) => Some(stat.mode),
    };
    if let Some(mode) = there {
        // What is not ours to read is not ours to replace.
        let found = folder.read_file(name, HELD_LIMIT).unwrap_or_default();
        let same = found == bytes;
        if same && mode == FILE_MODE {
            return Ok(Put::Unchanged);
        }
        if !same && !may_go(&found) {
            return Err(Refusal::Check(Obstacle::Foreign));
        }
    }
    place(folder, io, name, bytes, there.is_some())?;
    Ok(Put::Written)
}
