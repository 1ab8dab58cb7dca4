//! The bytes of what was verified: a snapshot keeps less of most files.

use std::io::Write;

use crate::diagnostic::{Diagnostic, Findings, Place};
use crate::files::{self, CopyError, FileError, Folder, Opened};
use crate::findings::Finding;
use crate::vault::File;

/// Copies a file of the snapshot, however large, to `to`; its bytes must still be those that were
/// digested.
pub fn copy(root: &Folder, file: &File, to: &mut impl Write) -> Result<(), CopyError<Findings>> {
    let unreadable = |error: FileError| {
        let (place, reason) = (Place::file(&file.path), error.to_string());
        Findings::from(Diagnostic::new(place, Finding::TreeUnreadable { reason }))
    };
    let opened = root.open_file(&file.path).and_then(Opened::sole);
    let opened = opened.map_err(|error| CopyError::Source(unreadable(error)))?;
    let copied = files::copy(&mut opened.stream(), to)
        .map_err(|error| error.map_source(|error| unreadable(error.into())))?;
    if copied == file.digest {
        Ok(())
    } else {
        let place = Place::file(&file.path);
        let changed = Diagnostic::new(place, Finding::WriteInputsChanged {});
        Err(CopyError::Source(changed.into()))
    }
}
