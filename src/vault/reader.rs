//! Reading a vault while others may be writing: one protocol for every command.

use super::snapshot::Snapshot;
use super::{layout, walk};
use crate::commit::{CommitError, Shared, WriterState, inspect};
use crate::diagnostic::Findings;
use crate::digest::Digest;
use crate::files::{Folder, HELD_LIMIT};
use crate::findings::Finding;
use crate::storage::Io;

/// Reads everything there is, whoever is writing: for those who hold the writer's lock.
pub fn read(root: &Folder) -> Result<Snapshot, Findings> {
    walk::read(root).map_err(|error| {
        let (path, reason) = (".".to_owned(), error.to_string());
        Finding::RootInvalid { path, reason }.into()
    })
}

/// A reader's hold on a vault: while it lives, no writer replaces anything, as far as the file
/// system can keep writers out.
pub struct Reader<'r> {
    root: &'r Folder,
    io: &'r Io,
    shared: Result<Shared, CommitError>,
}

impl<'r> Reader<'r> {
    /// Comes in, waiting two seconds at most for a writer at work.
    ///
    /// A command that reports whatever there is reads on without the hold; one that answers
    /// asks [`Reader::admitted`] first.
    pub fn enter(root: &'r Folder, io: &'r Io) -> Self {
        Self { root, io, shared: Shared::acquire(root, io) }
    }

    /// Tells who kept this reader out, if somebody did.
    pub fn admitted(&self) -> Result<(), Findings> {
        match &self.shared {
            Ok(_) => Ok(()),
            Err(error) => Err(error.diagnostics()),
        }
    }

    /// Whether writers are really kept out. Where the file system has no advisory locks they are
    /// not, and what was read must be compared with what is there afterwards.
    pub fn keeps_writers_out(&self) -> bool {
        self.shared.as_ref().is_ok_and(Shared::is_locked)
    }

    /// Reads the vault whole.
    pub fn read(&self) -> Result<Snapshot, Findings> {
        read(self.root)
    }

    /// Whether, at the end of reading, nobody has written: the manifest still has this digest.
    ///
    /// A living writer's lock file may have come to lie there: it waits for this reader to
    /// leave, where anything makes it wait.
    pub fn is_unchanged(&self, manifest: Digest) -> bool {
        let still = match inspect(self.root, self.io) {
            Ok(WriterState::Idle) => true,
            Ok(WriterState::Held { .. }) => self.keeps_writers_out(),
            _ => false,
        };
        let bytes = self.root.read_file(layout::MANIFEST, HELD_LIMIT);
        still && bytes.is_ok_and(|bytes| Digest::of(&bytes) == manifest)
    }
}
