//! One file that goes to its place outside the vault: whether it may.

use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind, Opened};
use crate::storage::{FILE_MODE, Verdict};
use crate::vault::outside::Unsuitable;

/// Judges what lies at `name` in `folder`, where a file with this digest is to lie. A file with
/// other bytes is replaced only if it `may_go`, [`Unsuitable::Foreign`] otherwise; that is decided by
/// its first bytes, at most `head`, or none if it cannot be read. Anything that is no regular file
/// is never replaced.
pub(super) fn judge(
    folder: &Folder,
    name: &str,
    digest: Digest,
    head: usize,
    may_go: impl FnOnce(&[u8]) -> bool,
) -> Result<Verdict, Unsuitable> {
    let mode = match folder.stat(name) {
        Err(FileError::Missing) => return Ok(Verdict::New),
        Err(error) => return Err(error.into()),
        Ok(stat) if stat.kind != Kind::File => return Err(FileError::WrongKind(stat.kind).into()),
        Ok(stat) => stat.mode,
    };
    // One that has another name too is not of this program.
    let there = folder.open_file(name).and_then(Opened::sole).and_then(|file| file.digest(head));
    let (is_same, head) = match there {
        Ok((there, head)) => (there == digest, head),
        Err(_) => (false, Vec::new()),
    };
    if is_same && mode == FILE_MODE {
        Ok(Verdict::Discard)
    } else if is_same || may_go(&head) {
        Ok(Verdict::Replace)
    } else {
        Err(Unsuitable::Foreign)
    }
}
