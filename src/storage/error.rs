//! Why nothing was written, as data. What a person is told of it is the affair of each wing.

use std::io;

use super::io::Action;
use crate::files::FileError;

/// An operation that failed.
#[derive(Debug)]
pub struct Failed {
    /// What was to be done.
    pub action: Action,
    /// To what, relative to the root.
    pub path: String,
    /// Why it could not be.
    pub source: FileError,
}

impl Failed {
    /// Whether the system reported this kind.
    pub fn is(&self, kind: io::ErrorKind) -> bool {
        self.source.is(kind)
    }
}

/// Why something was not put in its place. Unless the variant says otherwise, everything is what
/// it was before.
#[derive(Debug)]
pub enum StorageError {
    /// An operation failed.
    Failed(Failed),
    /// A target is of a kind that is not replaced.
    Target {
        /// The target.
        path: String,
        /// What is wrong with it.
        source: FileError,
    },
    /// A target is no longer what the caller read.
    TargetChanged {
        /// The target.
        path: String,
    },
    /// Somebody is building something beside its place, or did when it was interrupted.
    Building {
        /// What is being built.
        path: String,
    },
    /// A file stands in its place, whole, but not surely on the medium.
    Unsettled {
        /// The file.
        path: String,
        /// What failed.
        source: Failed,
    },
}

impl From<Failed> for StorageError {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

/// Why something with a check of its caller's did not happen.
#[derive(Debug)]
pub enum Refusal<E, F = StorageError> {
    /// The check said no; everything is what it was before.
    Check(E),
    /// It failed.
    Failed(F),
}

impl<E> From<StorageError> for Refusal<E> {
    fn from(error: StorageError) -> Self {
        Self::Failed(error)
    }
}

impl<E> From<Failed> for Refusal<E> {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed.into())
    }
}
