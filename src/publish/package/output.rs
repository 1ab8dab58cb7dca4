//! What becomes of a package that was built: whether it may take its place.

use crate::commit::{FILE_MODE, Verdict};
use crate::diagnostic::{Diagnostic, Finding, Obstacle, Place};
use crate::digest::Digest;
use crate::files::{FileError, Folder, Kind};

/// Judges what lies at `name` in `folder`, where a package with this digest is to lie. A file
/// with other bytes is replaced only by `force`; anything that is no regular file never is.
pub(super) fn judge(
    folder: &Folder,
    name: &str,
    digest: Digest,
    force: bool,
) -> Result<Verdict, Vec<Diagnostic>> {
    let refuse = |finding| Err(vec![Diagnostic::new(Place::file(name), finding)]);
    let target = |reason: Obstacle| refuse(Finding::PackageTarget { reason });
    let mode = match folder.stat(name) {
        Err(FileError::Missing) => return Ok(Verdict::New),
        Err(error) => return target(error.into()),
        Ok(stat) if stat.kind != Kind::File => {
            return target(FileError::WrongKind(stat.kind).into());
        }
        Ok(stat) => stat.mode,
    };
    let there = folder.open_file(name).and_then(|file| file.digest(0));
    match there.is_ok_and(|(there, _)| there == digest) {
        true if mode == FILE_MODE => Ok(Verdict::Discard),
        false if !force => refuse(Finding::PackageDiffers {}),
        _ => Ok(Verdict::Replace),
    }
}
