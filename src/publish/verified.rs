//! The bytes of what was verified: a snapshot keeps less of most files.

use crate::diagnostic::{Diagnostic, Finding, Place};
use crate::digest::Digest;
use crate::files::{Folder, HELD_LIMIT};
use crate::vault::File;

/// Reads a file of the snapshot again; its bytes must still be those that were digested.
pub fn read(root: &Folder, file: &File) -> Result<Vec<u8>, Diagnostic> {
    let bytes = root.read_file(&file.path, HELD_LIMIT).map_err(|error| {
        let reason = error.into();
        Diagnostic::new(Place::file(&file.path), Finding::TreeUnreadable { reason })
    })?;
    match Digest::of(&bytes) == file.digest {
        true => Ok(bytes),
        false => Err(Diagnostic::vault(Finding::WriteInputsChanged {})),
    }
}
