//! One file that goes to its place outside the vault: whether it may.

use crate::commit::{FILE_MODE, Verdict};
use crate::diagnostic::Obstacle;
use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind, Opened};

/// Judges what lies at `name` in `folder`, where a file with this digest is to lie. A file with
/// other bytes is replaced only if it `may_go`, [`Obstacle::Foreign`] otherwise; anything that is
/// no regular file never is.
pub(super) fn judge(
    folder: &Folder,
    name: &str,
    digest: Digest,
    may_go: impl FnOnce() -> bool,
) -> Result<Verdict, Obstacle> {
    let mode = match folder.stat(name) {
        Err(FileError::Missing) => return Ok(Verdict::New),
        Err(error) => return Err(error.into()),
        Ok(stat) if stat.kind != Kind::File => return Err(FileError::WrongKind(stat.kind).into()),
        Ok(stat) => stat.mode,
    };
    // One that has another name too is not of this program.
    let there = folder.open_file(name).and_then(Opened::sole).and_then(|file| file.digest(0));
    match there.is_ok_and(|(there, _)| there == digest) {
        true if mode == FILE_MODE => Ok(Verdict::Discard),
        false if !may_go() => Err(Obstacle::Foreign),
        _ => Ok(Verdict::Replace),
    }
}
